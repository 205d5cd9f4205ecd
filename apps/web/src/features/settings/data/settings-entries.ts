import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { foldText } from '@parley/contract/fold-text';
import type { Role } from '@parley/contract/types';
import {
  type Icon,
  IconBell,
  IconBug,
  IconBuildingStore,
  IconBulb,
  IconCircleCheck,
  IconClock,
  IconClockExclamation,
  IconClockHour4,
  IconCoins,
  IconDatabase,
  IconDeviceMobile,
  IconDevices,
  IconHandStop,
  IconHistory,
  IconHourglassLow,
  IconKey,
  IconKeyboard,
  IconLayoutKanban,
  IconLink,
  IconListDetails,
  IconLock,
  IconMail,
  IconMailStar,
  IconMessageCheck,
  IconMessageForward,
  IconMessageUser,
  IconPackageExport,
  IconPalette,
  IconPlug,
  IconPlugConnected,
  IconRobot,
  IconShieldLock,
  IconSparkles,
  IconSpeakerphone,
  IconStar,
  IconSwitchHorizontal,
  IconUser,
  IconUserCheck,
  IconUserPlus,
  IconUserShare,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';

/** The current value shown beside a setting. */
export type Preview =
  | 'name'
  | 'email'
  | 'password'
  | 'two-step'
  | 'sign-in-rules'
  | 'sessions'
  | 'assistants'
  | 'appearance'
  | 'offline-copy'
  | 'region'
  | 'time-zone'
  | 'accounts'
  | 'business'
  | 'opt-out-words'
  | 'opt-out-answers'
  | 'hours'
  | 'currency'
  | 'closing-soon'
  | 'reply-targets'
  | 'assignment'
  | 'who-replies'
  | 'invitations'
  | 'ratings'
  | 'auto-close'
  | 'link-previews'
  | 'channels'
  | 'team'
  | 'fields'
  | 'notifications'
  | 'shortcuts'
  | 'bug-reports'
  | 'user-rules'
  | 'joining'
  | 'provisioning'
  | 'retention'
  | 'broadcasts'
  | 'api-keys'
  | 'export'
  | 'move'
  | 'audit'
  | 'integrations'
  | 'ai'
  | 'rates'
  | 'feature-requests';

export type SettingsEntry = {
  to:
    | '/settings'
    | '/settings/personal'
    | '/settings/personal/edit'
    | '/settings/business'
    | '/settings/api-keys'
    | '/settings/custom-attributes'
    | '/settings/move'
    | '/channels'
    | '/team'
    | '/integrations'
    | '/switch-account'
    | '/feature-request'
    | '/bug-reporting';
  /** Opened over this page instead of another one. */
  command?: 'app.notification-settings' | 'app.shortcuts';
  /** The section of the page. */
  hash?: string;
  /** The view of the page. */
  show?: 'audit' | 'ai';
  title: MessageDescriptor;
  /** Search terms that are not in the title. */
  also: MessageDescriptor;
  icon: Icon;
  preview: Preview;
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
        also: msg`profile, photo, name for customers`,
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
        hash: 'assistants',
        title: msg`Assistants`,
        also: msg`MCP, Model Context Protocol, Claude, ChatGPT, connector`,
        icon: IconRobot,
        preview: 'assistants',
      },
      {
        to: '/settings/personal',
        hash: 'appearance',
        title: msg`Appearance and keys`,
        also: msg`theme, dark, density, rows, direction, Enter, undo send`,
        icon: IconPalette,
        preview: 'appearance',
      },
      {
        to: '/settings/personal',
        hash: 'offline-copy',
        title: msg`Offline copy`,
        also: msg`cache, storage, size, clear, this browser`,
        icon: IconDatabase,
        preview: 'offline-copy',
      },
      {
        to: '/settings/personal/edit',
        hash: 'region',
        title: msg`Language and region`,
        also: msg`locale, date format, time format, 12 hours, 24 hours, first day of the week, numbers, currency`,
        icon: IconWorld,
        preview: 'region',
      },
      {
        to: '/settings/personal/edit',
        hash: 'region',
        title: msg`Time zone`,
        also: msg`time, hours, clock`,
        icon: IconClockHour4,
        preview: 'time-zone',
      },
      {
        to: '/settings',
        command: 'app.notification-settings',
        title: msg`Notifications`,
        also: msg`rules, quiet hours, sounds, push, email digest, test`,
        icon: IconBell,
        preview: 'notifications',
      },
      {
        to: '/settings',
        command: 'app.shortcuts',
        title: msg`Keyboard shortcuts`,
        also: msg`keys, remap, hotkeys`,
        icon: IconKeyboard,
        preview: 'shortcuts',
      },
      {
        to: '/switch-account',
        title: msg`Accounts`,
        also: msg`switch, leave, default account, account after signing in`,
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
        also: msg`name, logo, country, time zone, industry, team size, website, transfer, close account`,
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
        hash: 'who-replies',
        title: msg`Replies to assigned conversations`,
        also: msg`only the assignee, take over, lock, collision`,
        icon: IconMessageUser,
        preview: 'who-replies',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'stages',
        title: msg`Stages`,
        also: msg`board, pipeline, kanban, deals, value, currency`,
        icon: IconLayoutKanban,
        preview: 'currency',
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
        hash: 'reply-targets',
        title: msg`Reply targets`,
        also: msg`SLA, first reply, response time, overdue, deadline`,
        icon: IconClockExclamation,
        preview: 'reply-targets',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'auto-close',
        title: msg`Automatic closing`,
        also: msg`done, inactive, close conversations, idle`,
        icon: IconCircleCheck,
        preview: 'auto-close',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'link-previews',
        title: msg`Link previews`,
        also: msg`web pages, addresses, URL, title, picture`,
        icon: IconLink,
        preview: 'link-previews',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'ratings',
        title: msg`Satisfaction rating`,
        also: msg`CSAT, survey, stars, feedback of customers`,
        icon: IconStar,
        preview: 'ratings',
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
        hash: 'opt-out-answers',
        title: msg`Opt-out confirmations`,
        also: msg`STOP, START, unsubscribe, answer, reply`,
        icon: IconMessageCheck,
        preview: 'opt-out-answers',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'broadcasts',
        title: msg`Broadcasts`,
        also: msg`budget, spend, costs, limit, marketing, frequency`,
        icon: IconSpeakerphone,
        preview: 'broadcasts',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'rates',
        title: msg`Rates`,
        also: msg`prices, costs of messages, currency, spend`,
        icon: IconCoins,
        preview: 'rates',
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
        hash: 'user-rules',
        title: msg`Rules for all Users`,
        also: msg`restrictions, hide phone numbers, export, delete, only assigned`,
        icon: IconUserCheck,
        preview: 'user-rules',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'joining',
        title: msg`Joining`,
        also: msg`requests to join, email domain, teammates`,
        icon: IconUserPlus,
        preview: 'joining',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'security',
        title: msg`How members sign in`,
        also: msg`security, required two-step verification, second factor, 2FA, identity provider, single sign-on, SSO`,
        icon: IconLock,
        preview: 'sign-in-rules',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'provisioning',
        title: msg`User provisioning`,
        also: msg`SCIM, identity provider, Entra ID, Okta, add and suspend members automatically, groups`,
        icon: IconUserShare,
        preview: 'provisioning',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'retention',
        title: msg`Data retention`,
        also: msg`privacy, how long messages are kept, erased persons, receipts`,
        icon: IconShieldLock,
        preview: 'retention',
        from: 'Admin',
      },
      {
        to: '/settings/move',
        title: msg`Move to Parley`,
        also: msg`import conversations, history, chat export, messages from another tool, WATI, respond.io, Chatwoot`,
        icon: IconMessageForward,
        preview: 'move',
        from: 'Admin',
      },
      {
        to: '/settings/business',
        hash: 'export',
        title: msg`Export everything`,
        also: msg`download all data, backup, move, portable, leave`,
        icon: IconPackageExport,
        preview: 'export',
        from: 'Owner',
      },
      {
        to: '/settings/business',
        show: 'audit',
        title: msg`Audit log`,
        also: msg`who changed what, export, history, security, forwarding, SIEM, syslog`,
        icon: IconHistory,
        preview: 'audit',
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
      {
        to: '/integrations',
        title: msg`Integrations`,
        also: msg`webhooks, outside services`,
        icon: IconPlug,
        preview: 'integrations',
        from: 'Admin',
      },
      {
        to: '/integrations',
        show: 'ai',
        title: msg`AI provider`,
        also: msg`reply drafts, summaries, translations, key, model, outside services`,
        icon: IconSparkles,
        preview: 'ai',
        from: 'Admin',
      },
      {
        to: '/settings/api-keys',
        title: msg`API keys`,
        also: msg`programs, tokens`,
        icon: IconKey,
        preview: 'api-keys',
        from: 'Admin',
      },
    ],
  },
  {
    id: 'help',
    title: msg`Parley`,
    entries: [
      {
        to: '/feature-request',
        title: msg`Feature request`,
        also: msg`idea, wish`,
        icon: IconBulb,
        preview: 'feature-requests',
      },
      {
        to: '/bug-reporting',
        title: msg`Report a bug`,
        also: msg`problem, fault, destination, Git forge`,
        icon: IconBug,
        preview: 'bug-reports',
      },
    ],
  },
];

/** Whether a member of this role may open it. */
export function mayOpen(entry: Pick<SettingsEntry, 'from'>, role: Role | null): boolean {
  return entry.from === undefined || role === 'Owner' || role === entry.from;
}

/** Whether every typed word occurs in one of the texts. */
export function matchesSearch(texts: readonly string[], typed: string): boolean {
  const all = foldText(texts.join(' '));
  return foldText(typed)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
