import { useLingui } from '@lingui/react/macro';
import type { Selection } from '@parley/contract/types';
import { useCallback } from 'react';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { isUnderWay, useBulkJobs } from '../bulk-jobs.ts';

/** An export at a time: begun here, written on the server, followed and fetched in the strip above the table. */
export function useExport() {
  const { t } = useLingui();
  const words = useServerWords();
  const { jobs, followed } = useBulkJobs();
  const busy = followed.some(({ job }) => job.kind === 'export' && isUnderWay(job));
  const start = useCallback(
    async (selections: readonly Selection[]) => {
      const [selection] = selections;
      if (selection === undefined || busy) return;
      if (selections.length > 1) {
        toast({
          message: t`At most 1,000 contacts chosen one by one fit into a file. Filter instead, and take all that match.`,
        });
        return;
      }
      await jobs.export(selection).catch((error: unknown) => toast({ message: words(error) }));
    },
    [jobs, busy, t, words],
  );
  return { busy, start };
}
