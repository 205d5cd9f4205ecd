import type { TargetCounts, TargetReport } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { forceCustomPlans } from '../contacts/public.ts';
import { findThreads, presentThread } from '../messaging/public.ts';
import { findFacts } from './facts-query.ts';
import { inputOf } from './report-input.ts';
import type { ReportScope } from './report-scope.ts';
import { countTargets, countTargetsByLabel, listMissedTargets, type TargetsRow } from './targets-query.ts';

/** Reply targets: how often they were kept, and what was missed. */
export function targetHandlers({ db }: Platform): Handlers {
  const reading = <T>(clientId: string, fn: (tx: TenantTx) => Promise<T>) =>
    db.withTenant(
      clientId,
      async (tx) => {
        await tx.rows(forceCustomPlans);
        return fn(tx);
      },
      { readOnly: true },
    );
  return {
    'GET /api/reports/targets': async ({ actor }, { query }) => ({
      status: 200,
      body: await reading(actor.clientId, async (tx) =>
        readTargets(tx, inputOf(actor, query, await findFacts(tx)).scope),
      ),
    }),
    'GET /api/reports/targets/missed': ({ actor }, { query: { cursor, limit, kind, label_id, no_member, ...query } }) =>
      reading(actor.clientId, async (tx) => {
        const { scope } = inputOf(actor, query, await findFacts(tx));
        const page = { before: decodeTimeCursor(cursor), limit: limit + 1 };
        const found = await listMissedTargets(tx, scope, { kind, label_id, noMember: no_member === 'true' }, page);
        const threads = await findThreads(tx, [...new Set(found.map(({ thread_id: id }) => id))]);
        const contacts = new Map(threads.map((row) => [row.id, scope.view.thread(presentThread(row)).contact]));
        const { shown, next } = timePage(found, limit, ({ due_at: at, id }) => ({ at, id }));
        const data = shown.flatMap(({ id: _id, assignee_id: uid, due_at, ended_at, ...row }) => {
          const contact = contacts.get(row.thread_id);
          const member_id = scope.seesMembers || uid === scope.uid ? uid : null;
          const times = { due_at: due_at.toISOString(), ended_at: ended_at?.toISOString() ?? null };
          return contact === undefined ? [] : [{ ...row, ...times, contact, member_id }];
        });
        return { status: 200, body: { data, next_cursor: next } };
      }),
  };
}

export async function readTargets(tx: TenantTx, scope: ReportScope): Promise<TargetReport> {
  const rows = await countTargets(tx, scope);
  const by = (which: TargetsRow['by']) => sumOf(rows.filter((row) => row.by === which));
  const [all = { id: null, ...noTargets() }] = by('total');
  const { id: _none, ...totals } = all;
  return {
    ...scope.days,
    totals,
    by_member: by('member').filter(({ id }) => scope.seesMembers || id === scope.uid),
    by_channel: by('channel'),
    by_label: sumOf(await countTargetsByLabel(tx, scope)),
  };
}

const noTargets = (): TargetCounts => {
  const none = () => ({ kept: 0, missed: 0 });
  return { first: none(), next: none(), resolution: none() };
};

/** One row for each key, with every kind. */
function sumOf(rows: readonly Omit<TargetsRow, 'by'>[]): Array<TargetCounts & { id: string | null }> {
  const keys = [...new Set(rows.map(({ key }) => key))];
  return keys.map((id) => {
    const counts = noTargets();
    for (const { key, kind, kept, missed } of rows) if (key === id) counts[kind] = { kept, missed };
    return { id, ...counts };
  });
}
