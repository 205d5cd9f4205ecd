import { useLingui } from '@lingui/react/macro';
import type { ExportFormat, Selection } from '@parley/contract/types';
import { useCallback, useState } from 'react';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { toast } from '../../../ui/toast.ts';
import { isUnfinished, useBulkJobs } from '../data/bulk-jobs.ts';

/** @param count null: all contacts */
export type Exported = { selection: Selection; count: number | null };

/**
 * Exports: `choose` asks for the format of the file, `start` begins it. The server writes it; the strip above the table
 * shows its progress and the file.
 */
export function useExport() {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { jobs, followed } = useBulkJobs();
  const [chosen, setChosen] = useState<Exported | null>(null);
  const busy = followed.some(({ job }) => job.kind === 'export' && isUnfinished(job));
  const choose = useCallback(
    (selections: readonly Selection[], count: number | null) => {
      const [selection] = selections;
      if (selection === undefined || busy) return;
      if (selections.length > 1) {
        toast({
          message: t`You can export up to 1,000 selected contacts. Use a filter to export more.`,
        });
        return;
      }
      setChosen({ selection, count });
    },
    [busy, t],
  );
  const start = async (format: ExportFormat) => {
    if (chosen === null) return;
    setChosen(null);
    await jobs.export(chosen.selection, format).catch((error: unknown) => toast({ message: words(error) }));
  };
  return { busy, chosen, choose, start, close: () => setChosen(null) };
}
