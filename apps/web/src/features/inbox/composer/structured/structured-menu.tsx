import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import {
  IconAddressBook,
  IconCarouselHorizontal,
  IconCornerUpLeft,
  IconExternalLink,
  IconListDetails,
  IconMapPin,
  IconMapPinQuestion,
  IconPhoneCall,
  IconPhoneOutgoing,
  IconPlus,
  IconShoppingBag,
  IconUsers,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { QueryScope } from '../../../../platform/query.tsx';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu } from '../../../../ui/layer/menu.tsx';
import type { StructuredKind } from './drafts.ts';
import type { StructuredDialogProps } from './structured-dialog.tsx';
import { useHasCatalog } from './use-has-catalog.ts';

const StructuredDialog = lazyComponent<StructuredDialogProps>(() =>
  import('./structured-dialog.tsx').then((part) => part.StructuredDialog),
);

export type StructuredMenuProps = {
  thread: Thread;
  /** Whether the channel takes buttons and lists. */
  interactive: boolean;
  quotedId: string | null;
  nowMs: number;
  windowExpiresAt: string | null;
  /** The reply window is closed: none of them can be sent. */
  closed: boolean;
  onSent: () => void;
  /** Shares the text in the field with the team; absent while there is none, or it is shared. */
  onShareDraft?: (() => void) | undefined;
};

/** What can be sent besides texts, files and templates. */
export function StructuredMenu(props: StructuredMenuProps) {
  return (
    <QueryScope>
      <MenuOfChannel {...props} />
    </QueryScope>
  );
}

function MenuOfChannel({ interactive, closed, onShareDraft, ...props }: StructuredMenuProps) {
  const { t } = useLingui();
  const hasCatalog = useHasCatalog(props.thread.channel_id, interactive);
  const [chosen, setChosen] = useState<StructuredKind | null>(null);
  const titles: Record<StructuredKind, string> = {
    location: t`Send a location`,
    contact: t`Send a contact`,
    buttons: t`Send reply buttons`,
    list: t`Send a list`,
    link: t`Send a link button`,
    carousel: t`Send a carousel`,
    products: t`Send products`,
    location_request: t`Request location`,
    number_request: t`Ask for the number`,
    call_request: t`Ask to call`,
  };
  const entry = (kind: StructuredKind, label: string, sign: typeof IconMapPin) => {
    const Sign = sign;
    return {
      id: kind,
      label,
      icon: <Sign {...icon} />,
      ...(closed && { blocked: true, note: t`When they reply` }),
      run: () => setChosen(kind),
    };
  };
  const cards = [entry('location', t`Location`, IconMapPin), entry('contact', t`Contact`, IconAddressBook)];
  const questions = [
    entry('buttons', t`Reply buttons`, IconCornerUpLeft),
    entry('list', t`List`, IconListDetails),
    entry('link', t`Link button`, IconExternalLink),
    entry('carousel', t`Carousel`, IconCarouselHorizontal),
    ...(hasCatalog ? [entry('products', t`Products`, IconShoppingBag)] : []),
    entry('location_request', t`Location request`, IconMapPinQuestion),
    entry('call_request', t`Ask to call`, IconPhoneOutgoing),
    ...(props.thread.contact.phone_number === null
      ? [entry('number_request', t`Ask for the number`, IconPhoneCall)]
      : []),
  ];
  const sharing = onShareDraft && {
    id: 'share',
    label: t`Share draft`,
    icon: <IconUsers {...icon} />,
    run: onShareDraft,
  };
  // WhatsApp takes texts, files and templates in groups.
  const isGroup = props.thread.group !== undefined;
  if (isGroup && sharing === undefined) return null;
  return (
    <>
      <Menu
        label={t`More to send`}
        align="start"
        groups={[...(isGroup ? [] : [cards]), ...(interactive ? [questions] : []), ...(sharing ? [[sharing]] : [])]}
        button={(button) => (
          <IconButton {...button} label={t`More to send`}>
            <IconPlus {...icon} />
          </IconButton>
        )}
      />
      {chosen !== null && (
        <Suspense>
          <StructuredDialog {...props} kind={chosen} title={titles[chosen]} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  );
}
