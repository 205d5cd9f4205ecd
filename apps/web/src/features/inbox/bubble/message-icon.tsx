import type { MessageType } from '@parley/contract/types';
import {
  type Icon,
  IconAddressBook,
  IconCornerUpLeft,
  IconFileText,
  IconHelpSquare,
  IconInfoCircle,
  IconListDetails,
  IconMapPin,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconShoppingBag,
  IconSticker,
  IconTemplate,
  IconVideo,
} from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';

/** The icon of a content type in rows and placeholders; text has none. */
const typeIcons: Record<MessageType, Icon | null> = {
  audio: IconMicrophone,
  button: IconCornerUpLeft,
  call: IconPhone,
  contacts: IconAddressBook,
  document: IconFileText,
  image: IconPhoto,
  interactive: IconListDetails,
  location: IconMapPin,
  order: IconShoppingBag,
  sticker: IconSticker,
  system: IconInfoCircle,
  template: IconTemplate,
  text: null,
  unsupported: IconHelpSquare,
  video: IconVideo,
};

export type MessageIconProps = { type: MessageType };

export function MessageIcon({ type }: MessageIconProps) {
  const TypeIcon = typeIcons[type];
  return TypeIcon === null ? null : <TypeIcon {...smallIcon} />;
}
