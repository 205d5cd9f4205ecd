import { useLingui } from '@lingui/react/macro';
import type { Selection } from '@parley/contract/types';
import { useCallback } from 'react';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { toast } from '../../../ui/toast.ts';
import { isUnfinished, useBulkJobs } from '../data/bulk-jobs.ts';

/** Starts an export. The server writes it; the strip above the table shows its progress and the file. */
export function useExport() {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { jobs, followed } = useBulkJobs();
  const busy = followed.some(({ job }) => job.kind === 'export' && isUnfinished(job));
  const start = useCallback(
    async (selections: readonly Selection[]) => {
      const [selection] = selections;
      if (selection === undefined || busy) return;
      if (selections.length > 1) {
        toast({
          message: t`You can export up to 1,000 selected contacts. Use a filter to export more.`,
        });
        return;
      }
      await jobs.export(selection).catch((error: unknown) => toast({ message: words(error) }));
    },
    [jobs, busy, t, words],
  );
  return { busy, start };
}
