import type { TargetCounts, TargetReport } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Cell } from '../../platform/table-file/workbook.ts';
import { listInboxNames } from './conversations/inbox-names-query.ts';
import { findFacts, listNames } from './facts-query.ts';
import { inputOf } from './report-input.ts';
import type { Say } from './report-table.ts';
import { readTargets } from './target-handlers.ts';

const head = [
  ...['First reply in time', 'First reply missed', 'Next reply in time', 'Next reply missed'],
  ...['Resolution in time', 'Resolution missed'],
];

/** Reply targets of the period of a report, in all and by member, channel and label. */
export async function targetTables(
  platform: Platform,
  actor: MemberActor,
  query: Parameters<typeof inputOf>[1],
  say: Say,
): Promise<Cell[][]> {
  return platform.db.withTenant(
    actor.clientId,
    async (tx) => {
      const { scope, channels } = inputOf(actor, query, await findFacts(tx));
      const targets = await readTargets(tx, scope);
      const members = await listNames(tx, idsOf(targets.by_member));
      const labels = await listInboxNames(tx);
      const named = (id: string | null) => (id === null ? '' : (members.get(id) ?? labels.get(id) ?? ''));
      const channel = (id: string | null) => channels.find((one) => one.id === id)?.name ?? '';
      return [
        ...[[say('Reply targets')], head.map(say), countsOf(targets.totals), []],
        ...rowsOf(say, 'Reply targets by member', targets.by_member, named),
        ...rowsOf(say, 'Reply targets by channel', targets.by_channel, channel),
        ...rowsOf(say, 'Reply targets by label', targets.by_label, named),
      ];
    },
    { readOnly: true },
  );
}

type Rows = TargetReport['by_member'];

function rowsOf(say: Say, title: string, rows: Rows, nameOf: (id: string | null) => string): Cell[][] {
  return [[say(title)], ['Name', ...head].map(say), ...rows.map((row) => [nameOf(row.id), ...countsOf(row)]), []];
}

function countsOf({ first, next, resolution }: TargetCounts): number[] {
  return [first, next, resolution].flatMap(({ kept, missed }) => [kept, missed]);
}

function idsOf(rows: Rows): string[] {
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}
