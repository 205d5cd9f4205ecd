import type { Channel } from '@parley/contract/types';

/** What the drawer of a channel holds. */
const tabs = ['doctor', 'deliveries', 'settings', 'hours', 'templates', 'registration', 'profile', 'link'] as const;
export type ChannelTab = (typeof tabs)[number];

/** What every kind of channel has; the others are a WhatsApp number's, and templates a sandbox's too. */
const ofEvery: ReadonlySet<ChannelTab> = new Set(['doctor', 'deliveries', 'settings', 'hours']);

export function tabsOf({ kind, sandbox }: Channel): ChannelTab[] {
  return tabs.filter((tab) => ofEvery.has(tab) || (kind === 'WHATSAPP' && (!sandbox || tab === 'templates')));
}

/** The tab an address names; the doctor's when it names none. */
export function readTab(value: unknown): ChannelTab {
  return tabs.find((tab) => tab === value) ?? 'doctor';
}
