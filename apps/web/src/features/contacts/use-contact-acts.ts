import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkAct, Contact, Selection } from '@parley/contract/types';
import { useMemo } from 'react';
import { useServerWords } from '../../ui/request-words.ts';
import { toast } from '../../ui/toast.ts';
import { useAccount } from '../sync/public.ts';
import { type BulkJobs, useBulkJobs } from './bulk-jobs.ts';
import { useContactCalls } from './client/use-contact-calls.ts';
import { refreshContacts } from './table/use-contact-pages.ts';

/** So many different values before are put back one after the other; more are too many acts. */
const mostValues = 20;

export type ContactActs = ReturnType<typeof useContactActs>;

/** What is done with contacts from a table, each with its way back where there is one. */
export function useContactActs() {
  const { t } = useLingui();
  const account = useAccount();
  const calls = useContactCalls();
  const { jobs } = useBulkJobs();
  const words = useServerWords();

  return useMemo(() => {
    const failed = (error: unknown) => toast({ message: words(error) });
    const restore = async (ids: readonly string[]) => {
      try {
        await account.api('POST /api/contacts/restore', { body: { ids: [...ids] } });
        refreshContacts(account);
      } catch (error) {
        failed(error);
      }
    };
    const restoreDeletion = async (deletionId: string) => {
      try {
        const answer = await account.api('POST /api/contacts/restore', { body: { deletion_id: deletionId } });
        if ('job_id' in answer) await jobs.follow(answer.job_id, null);
        refreshContacts(account);
      } catch (error) {
        failed(error);
      }
    };
    const run = async (selections: readonly Selection[], act: BulkAct, undo: (() => Promise<void>) | null) => {
      try {
        await jobs.begin(selections, act, undo);
      } catch (error) {
        failed(error);
      }
    };
    return {
      failed,
      restore,
      restoreDeletion,
      /** To the trash, some by id: at once. @returns whether it was done */
      async remove(ids: readonly string[]): Promise<boolean> {
        const count = await calls.deleteMulti(ids, null, failed);
        if (count === false) return false;
        refreshContacts(account);
        toast({
          message: t`${plural(count, { one: '# contact deleted', other: '# contacts deleted' })}`,
          action: { label: t`Undo`, run: () => void restore(ids) },
        });
        return true;
      },
      /** Out of a list, which keeps the people. @returns whether it was done */
      async leaveList(ids: readonly string[], list: { id: string; name: string }): Promise<boolean> {
        const count = await calls.deleteMulti(ids, list.id, failed);
        if (count === false) return false;
        refreshContacts(account);
        toast({
          message: t`${plural(count, { one: '# person taken', other: '# people taken' })} out of ${list.name}`,
          action: {
            label: t`Undo`,
            run: () => void run([{ ids: [...ids] }], { kind: 'add_lists', contact_list_ids: [list.id] }, null),
          },
        });
        return true;
      },
      /** Any act on many, behind the answer. @param known rows of the selection, all of them, for the way back */
      many: (selections: readonly Selection[], act: BulkAct, known: readonly Contact[] | null) =>
        run(selections, act, known === null ? null : wayBack(jobs, act, known)),
    };
  }, [account, calls, jobs, t, words]);
}

/** What puts the contacts back as they are now; null where there is nothing to be done or no way. */
function wayBack(jobs: BulkJobs, act: BulkAct, known: readonly Contact[]): (() => Promise<void>) | null {
  if (act.kind === 'add_lists' || act.kind === 'remove_lists') {
    const adds = act.kind === 'add_lists';
    const turned = adds ? ('remove_lists' as const) : ('add_lists' as const);
    // Only those for whom it makes a difference: who was in the list before stays in it.
    const parts = act.contact_list_ids.flatMap((listId) => {
      const ids = known.filter((row) => row.contact_list_ids.includes(listId) !== adds).map(({ id }) => id);
      return ids.length === 0 ? [] : [{ listId, ids }];
    });
    if (parts.length === 0) return null;
    return async () => {
      for (const { listId, ids } of parts)
        await jobs.begin([{ ids }], { kind: turned, contact_list_ids: [listId] }, null);
    };
  }
  if (act.kind === 'set_field' || act.kind === 'remove_field') {
    const byValue = Map.groupBy(known, (row) => row.custom_fields[act.name] ?? null);
    if (byValue.size === 0 || byValue.size > mostValues) return null;
    return async () => {
      for (const [value, rows] of byValue) {
        const back: BulkAct =
          value === null ? { kind: 'remove_field', name: act.name } : { kind: 'set_field', name: act.name, value };
        await jobs.begin([{ ids: rows.map(({ id }) => id) }], back, null);
      }
    };
  }
  return null;
}
