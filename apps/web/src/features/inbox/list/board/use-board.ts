import { columnConditions, splitConditions, type ThreadSort } from '@parley/contract/threads';
import type { Stage } from '@parley/contract/types';
import { useCallback, useMemo } from 'react';
import { useStages } from '../../../stages/public.ts';
import { useAccount, useAccountTimeZone, useTopic } from '../../../sync/public.ts';
import { filterConditions, type ListConditions, type ListFilter } from '../filters/list-filter.ts';
import { useAsked } from '../filters/use-views.ts';
import { conditionsOfView, type InboxView, queryOf, type ViewFilter } from '../filters/views.ts';

/** What the board shows: the view and filter of the list, by stage. */
export type BoardProps = { view: InboxView; listFilter: ListFilter; sort: ThreadSort; filter: ViewFilter };

export type Column = { key: string; stage: Stage | null; conditions: ListConditions };
export type Total = { threads: number; value: number };

/** The columns of a view, and what the server counts of those that this device does not have whole. */
export function useBoard({ view, listFilter, filter }: BoardProps) {
  const account = useAccount();
  const stages = useStages();
  const zone = useAccountTimeZone();
  const wanted = useMemo(
    () => filterConditions(conditionsOfView(view, filter.saved), listFilter, zone),
    [view, filter.saved, listFilter, zone],
  );
  const columns = useMemo(() => {
    const all = [null, ...stages].map((stage): Column => {
      return { key: stage?.id ?? 'none', stage, conditions: columnConditions(wanted, stage) };
    });
    return wanted.stage === undefined ? all : all.filter(({ key }) => key === wanted.stage);
  }, [stages, wanted]);
  const { topics, threads } = account.store;
  const revision = useTopic(account, 'threads', () => topics.revision('threads'));
  const needsServer = Object.keys(splitConditions(wanted).lookup).length > 0;
  const whole = !needsServer && columns.every(({ conditions }) => threads.select(queryOf(conditions)).complete);
  const ask = useCallback(async () => {
    const { stage: _stage, ...query } = wanted;
    const { data } = await account.api('GET /api/threads/stages', { query });
    return new Map(data.map(({ stage_id: id, ...total }): [string, Total] => [id ?? 'none', total]));
  }, [account, wanted]);
  return { stages, columns, whole, totals: useAsked(whole ? null : ask, revision) };
}
