import { useLingui } from '@lingui/react/macro';
import type { ImportSource, ImportSourceRun } from '@parley/contract/types';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast.ts';
import { isInProgress, runSource } from '../data/sources.ts';
import styles from './sources.module.css';

/** A run: what was wrong with it, or what it imported. */
export function RunDetails({ row, source }: { row: ImportSourceRun; source: ImportSource }) {
  const { t, i18n } = useLingui();
  const { import: imported, problem } = row;
  const [unchanged, rejected] = [i18n.number(imported?.unchanged ?? 0), i18n.number(imported?.rejected ?? 0)];
  return (
    <div className={styles.detail}>
      <p>{row.cause === 'schedule' ? t`Started on schedule` : t`Started manually`}</p>
      {problem !== null && <p>{problem.message}</p>}
      {row.state === 'unchanged' && <p>{t`The file hasn’t changed since the last import.`}</p>}
      {imported !== null && (
        <>
          <p>{t`${unchanged} unchanged · ${rejected} rejected`}</p>
          <p>
            <Link to="/contacts/import" search={{ import: imported.id }}>{t`Show import and undo`}</Link>
          </p>
        </>
      )}
      {row.state === 'failed' && <RunAgain source={source} />}
    </div>
  );
}

function RunAgain({ source }: { source: ImportSource }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await runSource(source.id);
      toast({ message: t`Run started` });
    } catch (error) {
      toast({ message: serverText(error) });
    }
    setBusy(false);
  };
  return (
    <span>
      <Button size="sm" busy={busy || isInProgress(source.last_run)} onClick={() => void run()}>
        <IconRefresh {...smallIcon} />
        {t`Run again`}
      </Button>
    </span>
  );
}
