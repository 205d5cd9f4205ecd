import type pg from 'pg';
import { queryAsOwner } from './inbox.ts';

type Place = { clientId: string; channelId: string };

/**
 * Conversations of `each` messages, with replies, failures, and ends and new beginnings, all stored in another order than
 * that of their times. Waits stay below a minute, where durations are stored to the second.
 */
export async function makeConversations(
  owner: pg.Client,
  { clientId, channelId }: Place,
  { threads, each }: { threads: number; each: number },
): Promise<void> {
  await queryAsOwner(
    owner,
    `with people as (
       insert into contacts (client_id, id, name) select $1, gen_random_uuid(), 'Person ' || n
       from generate_series(1, $3::int) n returning id
     ), talks as (
       insert into threads (client_id, id, channel_id, contact_id, assignee_id, created_at)
       select $1, gen_random_uuid(), $2, id, case when hashtext(id::text) % 2 = 0 then $1::uuid end,
         '2026-02-02T09:00:00Z'::timestamptz + abs(hashtext(id::text)) % 90000 * interval '10 seconds'
       from people returning id, contact_id, created_at
     ), lines as materialized (
       select t.*, k, abs(hashtext(t.id::text || k)) as h, t.created_at + k * interval '2 seconds' as at
       from talks t cross join generate_series(1, $4::int) k order by md5(t.id::text || k)
     ), written as (
       insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
         created_by, created_at, "timestamp", sort_at)
       select $1, gen_random_uuid(), id, $2, contact_id, case when h % 3 = 0 then 'OUTGOING' else 'INCOMING' end,
         case when h % 15 = 0 then 'AUTOMATION' else 'INBOX' end, 'WEB_APP', 'text', case when h % 21 = 0 then -1 else 2 end,
         '{"body": "x"}', 'webhook', at, at, at from lines returning id
     ), happened as (
       insert into thread_events (client_id, id, thread_id, kind, at, created_by)
       select $1, gen_random_uuid(), id, case when k % 2 = 0 then 'done' else 'reopened' end, at,
         case when h % 2 = 0 then 'webhook' else 'x' end
       from lines where h % 4 = 0 returning id
     ), changed as (
       select 'messages' as collection, id from written union all select 'thread_events', id from happened
     ), counted as (
       update change_counters c set pos = pos + n from (select count(*) as n from changed) x
       where client_id = $1 returning c.pos - n as base
     )
     insert into changes (client_id, pos, collection, row_id, marker, version)
     select $1, base + row_number() over (order by md5(id::text)), collection, id::text, 'NEW', 1 from changed, counted`,
    [clientId, channelId, threads, each],
  );
}

export type Figures = { counts: Record<string, [number, number, number]>; times: Record<string, string> };

/** What is counted, by quarter of an hour and assignee, and by message or event. */
export async function countedFigures(owner: pg.Client, clientId: string): Promise<Figures> {
  const counts = await queryAsOwner<{ key: string; sums: [number, number, number] }>(
    owner,
    `select concat(quarter, ' ', assignee_id) as key, array[sum(received), sum(sent), sum(opened)]::int[] as sums
     from report_counts where client_id = $1 group by 1`,
    [clientId],
  );
  const times = await queryAsOwner<{ source_id: string; applied: string }>(
    owner,
    `select source_id, concat_ws(' ', kind, seconds, failed) as applied from report_times where client_id = $1`,
    [clientId],
  );
  return {
    counts: Object.fromEntries(counts.map(({ key, sums }) => [key, sums])),
    times: Object.fromEntries(times.map(({ source_id, applied }) => [source_id, applied])),
  };
}

type Line = {
  id: string;
  thread_id: string;
  assignee: string | null;
  at: number;
  began: number;
  what: string;
  arrival: number;
  source: string;
  by: string;
  status: number;
};

/** The same from a scan of all messages and events, one conversation after the other. */
export async function scannedFigures(owner: pg.Client, clientId: string): Promise<Figures> {
  const lines = await queryAsOwner<Line>(
    owner,
    `select l.*, t.assignee_id as assignee, extract(epoch from t.created_at)::int as began from (
       select id, thread_id, extract(epoch from sort_at)::int as at, direction as what, arrival, source, created_by as by,
         status, client_id from messages
       union all
       select id, thread_id, extract(epoch from at)::int, kind, 0, '', created_by, 0, client_id from thread_events
     ) l join threads t on t.client_id = l.client_id and t.id = l.thread_id where l.client_id = $1 order by at, id`,
    [clientId],
  );
  const figures: Figures = { counts: {}, times: {} };
  for (const of of Map.groupBy(lines, ({ thread_id }) => thread_id).values()) scanConversation(of, figures);
  return figures;
}

function scanConversation(lines: readonly Line[], { counts, times }: Figures): void {
  const heard = lines.filter(({ what }) => what === 'INCOMING').map(({ arrival }) => arrival);
  const first = Math.min(...heard);
  let waiting: number | null = null;
  let open = lines[0]?.began ?? 0;
  for (const { id, assignee, at, what, arrival, source, by, status } of lines) {
    const add = (...sums: [number, number, number]) => {
      const key = `${Math.floor(at / 900)} ${assignee ?? ''}`;
      const old = counts[key] ?? [0, 0, 0];
      counts[key] = [old[0] + sums[0], old[1] + sums[1], old[2] + sums[2]];
    };
    if (what === 'INCOMING') {
      add(1, 0, arrival === first ? 1 : 0);
      waiting ??= at;
    } else if (what === 'OUTGOING') {
      add(0, 1, 0);
      if (waiting !== null && source === 'INBOX') times[id] = `reply ${at - waiting} ${status === -1 ? 't' : 'f'}`;
      waiting = null;
    } else if (what === 'reopened') {
      if (by === 'webhook') add(0, 0, 1);
      open = at;
    } else if (what === 'done') {
      times[id] = `resolution ${at - open} f`;
    }
  }
}
