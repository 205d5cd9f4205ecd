import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkOperation, Contact, Selection } from '@parley/contract/types';
import { useMemo } from 'react';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { useBulkJobs } from './bulk-jobs.ts';
import { undoOperations } from './bulk-undo.ts';
import { useContactCalls } from './use-contact-calls.ts';
import { refreshContacts } from './use-contact-pages.ts';

export type ContactActions = ReturnType<typeof useContactActions>;

/** Actions on contacts of a table, each with an undo where there is one. */
export function useContactActions() {
  const { t } = useLingui();
  const account = useAccount();
  const calls = useContactCalls();
  const { jobs } = useBulkJobs();
  const words = useServerErrorMessage();

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
    const run = async (
      selections: readonly Selection[],
      operation: BulkOperation,
      undo: (() => Promise<void>) | null,
    ) => {
      try {
        await jobs.start(selections, operation, undo);
      } catch (error) {
        failed(error);
      }
    };
    return {
      failed,
      restore,
      restoreDeletion,
      /** Moves contacts to the trash. @returns whether it was done */
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
      /** Takes contacts out of a list. @returns whether it was done */
      async leaveList(ids: readonly string[], list: { id: string; name: string }): Promise<boolean> {
        const count = await calls.deleteMulti(ids, list.id, failed);
        if (count === false) return false;
        refreshContacts(account);
        toast({
          message: t`${plural(count, { one: '# contact removed', other: '# contacts removed' })} from ${list.name}`,
          action: {
            label: t`Undo`,
            run: () => void run([{ ids: [...ids] }], { kind: 'add_lists', contact_list_ids: [list.id] }, null),
          },
        });
        return true;
      },
      /** Starts a bulk operation. @param rows all contacts of the selection, if they are known: what undo needs */
      many: (selections: readonly Selection[], operation: BulkOperation, rows: readonly Contact[] | null) => {
        const undo = rows === null ? [] : undoOperations(operation, rows);
        const runUndo = async () => {
          for (const { ids, operation: back } of undo) await jobs.start([{ ids }], back, null);
        };
        return run(selections, operation, undo.length === 0 ? null : runUndo);
      },
    };
  }, [account, calls, jobs, t, words]);
}
