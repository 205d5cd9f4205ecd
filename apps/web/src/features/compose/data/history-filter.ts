/** The filters as the API takes them; undefined ones are omitted. */
export type HistoryFilter = {
  from?: string;
  status?: number;
  send_state?: 'held' | 'discarded' | 'scheduled' | 'unknown';
  channel_id?: string;
  created_by?: string;
  template_id?: string;
  medium?: 'WEB_APP' | 'API';
};

/** The chosen filters, stored in the URL. */
export type HistoryChoice = {
  days: '1' | '7' | '30' | null;
  status: string | null;
  channel: string | null;
  by: string | null;
  template: string | null;
  origin: 'WEB_APP' | 'API' | null;
};

export const emptyChoice: HistoryChoice = {
  days: null,
  status: null,
  channel: null,
  by: null,
  template: null,
  origin: null,
};

export const statusChoices = [
  'failed',
  'queued',
  'sent',
  'delivered',
  'read',
  'held',
  'discarded',
  'scheduled',
  'unknown',
] as const;

const statusNumbers: Readonly<Record<string, number>> = { failed: -1, queued: 0, sent: 1, delivered: 2, read: 3 };
const dayMs = 24 * 3_600_000;

/** Invalid values are omitted. */
export function choiceOf(search: Record<string, unknown>): HistoryChoice {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const among = <T extends string>(name: string, known: readonly T[]): T | null =>
    known.find((one) => one === text(name)) ?? null;
  return {
    ...emptyChoice,
    days: among('days', ['1', '7', '30']),
    status: among('status', statusChoices),
    channel: text('channel'),
    by: text('by'),
    template: text('template'),
    origin: among('origin', ['WEB_APP', 'API']),
  };
}

/** The filters as they are saved. */
export function filterWords(choice: HistoryChoice): Record<string, string> {
  return Object.fromEntries(Object.entries(choice).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** @param nowMs the end of relative periods */
export function filterOf(choice: HistoryChoice, nowMs: number): HistoryFilter {
  const { days, status, channel, by, template, origin } = choice;
  const number = status === null ? undefined : statusNumbers[status];
  return {
    ...(days !== null && { from: new Date(nowMs - Number(days) * dayMs).toISOString() }),
    ...(number !== undefined && { status: number }),
    ...((status === 'held' || status === 'discarded' || status === 'scheduled' || status === 'unknown') && {
      send_state: status,
    }),
    ...(channel !== null && { channel_id: channel }),
    ...(by !== null && { created_by: by }),
    ...(template !== null && { template_id: template }),
    ...(origin !== null && { medium: origin }),
  };
}
