import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Selection } from '@parley/contract/types';
import { useCallback, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { exportContacts } from '../export-contacts.ts';
import styles from './jobs-strip.module.css';

export type ExportProgress = { done: number; total: number | null; cancel: () => void };

/** An export at a time: what arrived, and stopping it. */
export function useExport() {
  const { t } = useLingui();
  const words = useServerWords();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef(false);
  const start = useCallback(
    async (selections: readonly Selection[], total: number | null) => {
      const [selection] = selections;
      if (selection === undefined || running.current) return;
      if (selections.length > 1) {
        toast({
          message: t`At most 1,000 contacts chosen one by one fit into a file. Filter instead, and take all that match.`,
        });
        return;
      }
      running.current = true;
      const stopping = new AbortController();
      const cancel = () => stopping.abort();
      setProgress({ done: 0, total, cancel });
      try {
        const onProgress = (done: number) => setProgress({ done, total, cancel });
        const count = await exportContacts(selection, { onProgress, signal: stopping.signal });
        toast({
          message: t`${plural(count, { one: '# contact exported', other: '# contacts exported' })} to contacts.csv`,
        });
      } catch (error) {
        toast({ message: stopping.signal.aborted ? t`The export was stopped; no file was saved.` : words(error) });
      } finally {
        running.current = false;
        setProgress(null);
      }
    },
    [t, words],
  );
  return { progress, start };
}

export function ExportStrip({ exporting }: { exporting: { progress: ExportProgress | null } }) {
  const { t, i18n } = useLingui();
  const { progress } = exporting;
  if (progress === null) return null;
  const { done, total } = progress;
  const note = total === null ? i18n.number(done) : t`${i18n.number(done)} of ${i18n.number(Math.max(done, total))}`;
  return (
    <section className={styles.strip} aria-label={t`Export`}>
      <div className={styles.line}>
        <Progress label={t`Exporting contacts`} note={note} value={total ? done / Math.max(done, total) : 0} />
        <Button size="sm" onClick={progress.cancel}>{t`Stop`}</Button>
      </div>
    </section>
  );
}
