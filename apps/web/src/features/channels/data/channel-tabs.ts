import type { Channel } from '@parley/contract/types';

/** The tabs of a channel's drawer. */
const tabs = [
  ...(['doctor', 'deliveries', 'settings', 'hours', 'calls', 'templates', 'registration', 'profile', 'link'] as const),
] as const;
export type ChannelTab = (typeof tabs)[number];

/** Tabs of every kind of channel; the others are for WhatsApp numbers, some of them also for the sandbox. */
const ofEvery: ReadonlySet<ChannelTab> = new Set(['doctor', 'deliveries', 'settings', 'hours']);
const ofSandbox: ReadonlySet<ChannelTab> = new Set(['calls', 'templates']);

export function tabsOf({ kind, sandbox }: Channel): ChannelTab[] {
  return tabs.filter((tab) => ofEvery.has(tab) || (kind === 'WHATSAPP' && (!sandbox || ofSandbox.has(tab))));
}

/** The tab in a URL; the health check's when there is none. */
export function readTab(value: unknown): ChannelTab {
  return tabs.find((tab) => tab === value) ?? 'doctor';
}
