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

export type RailItem = {
  to: '/inbox' | '/compose' | '/broadcast' | '/contacts' | '/automations' | '/templates';
  label: MessageDescriptor;
  icon: Icon;
  /** What the number on it counts. */
  badgeLabel?: (count: number) => MessageDescriptor;
  /** Also in the bottom bar of phones; the others are under More. */
  onPhone: boolean;
};

/** The specification's sidebar, in its order. */
export const railItems: RailItem[] = [
  { to: '/inbox', label: msg`Inbox`, icon: IconInbox, badgeLabel: (count) => msg`${count} unread`, onPhone: true },
  { to: '/compose', label: msg`Compose`, icon: IconPencil, onPhone: true },
  {
    to: '/broadcast',
    label: msg`Broadcast`,
    icon: IconSpeakerphone,
    badgeLabel: (count) => msg`${count} running`,
    onPhone: true,
  },
  { to: '/contacts', label: msg`Contacts`, icon: IconAddressBook, onPhone: true },
  { to: '/automations', label: msg({ message: 'Automations', context: 'rail' }), icon: IconRoute, onPhone: false },
];

/** Placed apart, at the end. */
export const templatesItem: RailItem = {
  to: '/templates',
  label: msg({ message: 'Message Templates', context: 'rail' }),
  icon: IconTemplate,
  badgeLabel: (count) => msg`${count} need attention`,
  onPhone: false,
};
