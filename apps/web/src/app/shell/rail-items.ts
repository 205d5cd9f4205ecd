import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  type Icon,
  IconAddressBook,
  IconInbox,
  IconPencil,
  IconRoute,
  IconSpeakerphone,
  IconTemplate,
} from '@tabler/icons-react';
import type { RailBadge } from '../../ui/rail-badges.ts';

export type RailItem = {
  to: '/inbox' | '/compose' | '/broadcast' | '/contacts' | '/automations' | '/templates';
  label: MessageDescriptor;
  icon: Icon;
  badge?: RailBadge;
  /** Stands in the bottom bar of phones too; the others are behind More. */
  onPhone: boolean;
};

/** The specification's sidebar, in its order. */
export const railItems: RailItem[] = [
  { to: '/inbox', label: msg`Inbox`, icon: IconInbox, badge: 'inbox', onPhone: true },
  { to: '/compose', label: msg`Compose`, icon: IconPencil, onPhone: true },
  { to: '/broadcast', label: msg`Broadcast`, icon: IconSpeakerphone, badge: 'broadcast', onPhone: true },
  { to: '/contacts', label: msg`Contacts`, icon: IconAddressBook, onPhone: true },
  { to: '/automations', label: msg`Automations`, icon: IconRoute, onPhone: false },
];

/** Stands apart, at the end. */
export const templatesItem: RailItem = {
  to: '/templates',
  label: msg`Message Templates`,
  icon: IconTemplate,
  badge: 'templates',
  onPhone: false,
};
