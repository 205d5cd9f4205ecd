/** What the drawer of a channel holds. */
export const tabs = ['doctor', 'deliveries', 'settings', 'registration', 'profile', 'link'] as const;
export type ChannelTab = (typeof tabs)[number];

/** What every kind of channel has; the others are a WhatsApp number's. */
export const ofEvery: ReadonlySet<ChannelTab> = new Set(['doctor', 'deliveries', 'settings']);

/** The tab an address names; the doctor's when it names none. */
export function readTab(value: unknown): ChannelTab {
  return tabs.find((tab) => tab === value) ?? 'doctor';
}
