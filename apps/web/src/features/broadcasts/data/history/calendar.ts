import { occurrencesBetween } from '@parley/contract/broadcast-repeat';
import type { Campaign, InputOf, OutputOf } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { dayOf } from '../../../../platform/date-format.ts';
import { addDays, weeksOfMonth } from '../../../../ui/fields/calendar-days.ts';
import { useRows } from '../../../sync/public.ts';
import { isRecurring } from '../campaign-rules.ts';
import { useCampaignUpdates } from '../use-campaign-updates.ts';
import { withNewer } from './campaign-list.ts';
import type { HistoryAddress } from './history-address.ts';

const pageLength = 200;
/** More broadcasts than this in six weeks are not read: the calendar says so. */
const mostPages = 5;
const debounceMs = 1_000;

/** One broadcast on a day, or a time ahead of a recurring one. */
export type CalendarEntry = { key: string; at: string; day: string; campaign: Campaign };

/** The weeks that the calendar shows for a day. */
export function weeksShown(view: 'month' | 'week', day: string, firstWeekday: number): string[][] {
  const weeks = weeksOfMonth(day, firstWeekday);
  return view === 'month' ? weeks : weeks.filter((week) => week.includes(day));
}

/** What is planned, runs or ran, by time. @param zone in which recurring broadcasts are due */
export function entriesOf(
  campaigns: readonly Campaign[],
  zone: string,
  { from, to }: { from: string; to: string },
): CalendarEntry[] {
  const entries = campaigns.flatMap((campaign): CalendarEntry[] => {
    const { id, state, schedule, started_at: started } = campaign;
    if (isRecurring(campaign)) return state === 'SCHEDULED' ? timesAhead(campaign, zone, { from, to }) : [];
    const at = started ?? (state === 'SCHEDULED' ? (schedule.at ?? null) : null);
    return at === null || state === 'CANCELLED' ? [] : [{ key: id, at, day: dayOf(new Date(at)), campaign }];
  });
  return entries
    .filter(({ day }) => day >= from && day <= to)
    .sort((a, b) => (a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? -1 : 1));
}

function timesAhead(campaign: Campaign, zone: string, { from, to }: { from: string; to: string }): CalendarEntry[] {
  const { repeat, at: next } = campaign.schedule;
  if (repeat == null || next == null) return [];
  // A day more at each end: days are those of the reader's time zone.
  const fromMs = Math.max(Date.parse(next), Date.parse(addDays(from, -1)));
  const toMs = Date.parse(addDays(to, 2));
  return occurrencesBetween(repeat, zone, { fromMs, toMs }).map(({ at }) => ({
    key: `${campaign.id} ${at}`,
    at,
    day: dayOf(new Date(at)),
    campaign,
  }));
}

/** The broadcasts between two days that match the filters, and every scheduled one. */
export function useCalendar(address: HistoryAddress, { from, to }: { from: string; to: string }) {
  const { state, channelId, templateId, author, search } = address;
  const filter = {
    ...(channelId !== null && { channel_id: channelId }),
    ...(templateId !== null && { template_id: templateId }),
    ...(author !== null && { created_by: author }),
    ...(search.trim() !== '' && { search: search.trim() }),
  };
  const span = {
    from: new Date(Date.parse(addDays(from, -1))).toISOString(),
    to: new Date(Date.parse(addDays(to, 2))).toISOString(),
  };
  const states = state === null ? (['SCHEDULED', 'RUNNING', 'PAUSED', 'FINISHED'] as const) : [state];
  const found = useQuery({
    queryKey: ['campaigns', 'calendar', filter, span, states],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const within = await readPages({ ...filter, ...span, state: [...states] }, signal);
      const planned = states.includes('SCHEDULED')
        ? await readPages({ ...filter, state: 'SCHEDULED' }, signal)
        : { campaigns: [], more: false };
      const byId = new Map([...within.campaigns, ...planned.campaigns].map((row) => [row.id, row]));
      return { campaigns: [...byId.values()], more: within.more || planned.more };
    },
  });
  useCampaignUpdates('campaigns', () => found.refetch({ cancelRefetch: false }), debounceMs);
  const live = useRows('campaigns');
  const zone = useRows('clients')[0]?.time_zone ?? 'UTC';
  const entries = entriesOf(withNewer(found.data?.campaigns ?? [], live), zone, { from, to });
  return { found, entries, more: found.data?.more === true };
}

async function readPages(query: InputOf<'GET /api/campaigns'>['query'], signal: AbortSignal) {
  const campaigns: Campaign[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const asked: InputOf<'GET /api/campaigns'>['query'] = {
      ...query,
      limit: pageLength,
      ...(cursor !== null && { cursor }),
    };
    const read: OutputOf<'GET /api/campaigns'> = await api('GET /api/campaigns', { query: asked }, { signal });
    campaigns.push(...read.data);
    cursor = read.next_cursor;
    if (cursor === null) break;
  }
  return { campaigns, more: cursor !== null };
}
