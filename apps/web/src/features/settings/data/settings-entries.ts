import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from '@parley/contract/types';
import {
  type Icon,
  IconBug,
  IconBuildingStore,
  IconBulb,
  IconClock,
  IconDeviceMobile,
  IconDevices,
  IconHandStop,
  IconHistory,
  IconHourglassLow,
  IconKey,
  IconListDetails,
  IconLock,
  IconMail,
  IconMailStar,
  IconPalette,
  IconPlug,
  IconPlugConnected,
  IconShieldLock,
  IconSwitchHorizontal,
  IconUser,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react';

/** The current value shown beside a setting. */
export type Preview =
  | 'name'
  | 'email'
  | 'password'
  | 'two-step'
  | 'required-two-step'
  | 'sessions'
  | 'looks'
  | 'accounts'
  | 'business'
  | 'opt-out-words'
  | 'hours'
  | 'closing-soon'
  | 'assignment'
  | 'invitations'
  | 'channels'
  | 'team'
  | 'fields';

export type SettingsEntry = {
  to:
    | '/settings/personal'
    | '/settings/personal/edit'
    | '/settings/business'
    | '/settings/api-keys'
    | '/settings/custom-attributes'
    | '/channels'
    | '/team'
    | '/integrations'
    | '/switch-account'
    | '/feature-request'
    | '/bug-reporting';
  /** The section of the page. */
  hash?: string;
  /** The view of the page. */
  show?: 'audit';
  title: MessageDescriptor;
  /** Search terms that are not in the title. */
  also: MessageDescriptor;
  icon: Icon;
  preview?: Preview;
  /** The lowest role that may open it; without it everyone may. */
  from?: Role;
};

export type SettingsGroup = { id: string; title: MessageDescriptor; entries: SettingsEntry[] };

export const settingsGroups: SettingsGroup[] = [
  {
    id: 'you',
    title: msg`You`,
    entries: [
      {
        to: '/settings/personal/edit',
        title: msg`Name and phone`,
        also: msg`profile`,
        icon: IconUser,
        preview: 'name',
      },
      {
        to: '/settings/personal',
        hash: 'signing-in',
        title: msg`Email`,
        also: msg`address, sign in`,
        icon: IconMail,
        preview: 'email',
      },
      {
        to: '/settings/personal',
        hash: 'signing-in',
        title: msg`Password and providers`,
        also: msg`sign in, single sign-on`,
        icon: IconLock,
        preview: 'password',
      },
      {
        to: '/settings/personal',
        hash: 'two-step',
        title: msg`Two-step verification`,
        also: msg`second factor, 2FA, authenticator app, recovery codes, security`,
        icon: IconDeviceMobile,
        preview: 'two-step',
      },
      {
        to: '/settings/personal',
        hash: 'sessions',
        title: msg`Sessions and devices`,
        also: msg`sign out everywhere`,
        icon: IconDevices,
        preview: 'sessions',
      },
      {
        to: '/settings/personal',
        hash: 'appearance',
        title: msg`Appearance and keys`,
        also: msg`theme, dark, density, rows, direction, Enter`,
        icon: IconPalette,
        preview: 'looks',
      },
      {
        to: '/switch-account',
        title: msg`Accounts`,
        also: msg`switch, leave`,
        icon: IconSwitchHorizontal,
        preview: 'accounts',
      },
    ],
  },
  {
    id: 'account',
    title: msg`Account`,
    entries: [
      {
        to: '/settings/business',
        title: msg`Business`,
        also: msg`name, country, time zone, close account`,
        icon: IconBuildingStore,
        preview: 'business',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'hours',
        title: msg`Working hours`,
        also: msg`opening hours, holidays, closed, office hours`,
        icon: IconClock,
        preview: 'hours',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'assignment',
        title: msg`Assignment of new conversations`,
        also: msg`assign, round-robin, in turn, capacity`,
        icon: IconUserShare,
        preview: 'assignment',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'closing-soon',
        title: msg`Reply window warning`,
        also: msg`closing soon, 24 hours, service window`,
        icon: IconHourglassLow,
        preview: 'closing-soon',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'opt-out-words',
        title: msg`Opt-out words`,
        also: msg`STOP, START, unsubscribe, keywords, languages`,
        icon: IconHandStop,
        preview: 'opt-out-words',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'invitations',
        title: msg`Invitations`,
        also: msg`branding, logo, greeting, email`,
        icon: IconMailStar,
        preview: 'invitations',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'security',
        title: msg`Required two-step verification`,
        also: msg`security, second factor, 2FA`,
        icon: IconLock,
        preview: 'required-two-step',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'retention',
        title: msg`Data retention`,
        also: msg`privacy, how long messages are kept, erased persons, receipts`,
        icon: IconShieldLock,
        from: 'Admin',
      },
      {
        to: '/settings/business',
        show: 'audit',
        title: msg`Audit log`,
        also: msg`who changed what, export, history, security`,
        icon: IconHistory,
        from: 'Admin',
      },
      {
        to: '/channels',
        title: msg`Channels`,
        also: msg`numbers, WhatsApp`,
        icon: IconPlugConnected,
        preview: 'channels',
      },
      { to: '/team', title: msg`Team`, also: msg`people, invite, roles`, icon: IconUsers, preview: 'team' },
      {
        to: '/settings/custom-attributes',
        title: msg`Custom attributes`,
        also: msg`fields of contacts`,
        icon: IconListDetails,
        preview: 'fields',
      },
      { to: '/integrations', title: msg`Integrations`, also: msg`webhooks`, icon: IconPlug },
      { to: '/settings/api-keys', title: msg`API keys`, also: msg`programs, tokens`, icon: IconKey, from: 'Admin' },
    ],
  },
  {
    id: 'help',
    title: msg`Parley`,
    entries: [
      { to: '/feature-request', title: msg`Feature request`, also: msg`idea, wish`, icon: IconBulb },
      { to: '/bug-reporting', title: msg`Report a bug`, also: msg`problem, fault`, icon: IconBug },
    ],
  },
];

/** Whether a member of this role may open it. */
export function mayOpen(entry: Pick<SettingsEntry, 'from'>, role: Role | null): boolean {
  return entry.from === undefined || role === 'Owner' || role === entry.from;
}

/** Whether every typed word occurs in one of the texts. */
export function matchesSearch(texts: readonly string[], typed: string): boolean {
  const all = texts.join(' ').toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
