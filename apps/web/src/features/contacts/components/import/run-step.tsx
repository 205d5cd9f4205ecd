import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactImport, Filter, RouteKey } from '@parley/contract/types';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { dateFormat } from '../../../../platform/date-format.ts';
import { downloadFile } from '../../../../platform/download.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { CountStrip } from '../../../../ui/count-strip.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { useSecondsText } from '../../../../ui/use-duration-text.ts';
import { PermissionNote, useRefusal } from '../../../team/public.ts';
import { isActive, setImport } from '../../data/import/import-data.ts';
import type { GoTo } from '../../data/import/steps.ts';
import styles from './import.module.css';
import { RulesSummary } from './rules-summary.tsx';
import runStyles from './run-step.module.css';
import { SkippedContacts } from './skipped-contacts.tsx';
import { useStateLabel } from './state-labels.ts';

type Act = 'pause' | 'resume' | 'cancel' | 'undo';

/** Step 5: the progress of the import, then its result. */
export function RunStep({ row, goTo }: { row: ContactImport; goTo: GoTo }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const stateLabels = useStateLabel();
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState<'cancel' | 'undo' | null>(null);
  const { id, result } = row;
  const run = async (act: Act) => {
    setProblem(null);
    const key = `POST /api/imports/{id}/${act}` as const satisfies RouteKey;
    setImport(await api(key, { params: { id } }));
  };
  const press = (act: Act) => void run(act).catch((error: unknown) => setProblem(words(error)));
  const written = result.added + result.updated;
  return (
    <div className={styles.column}>
      <div className={styles.lead}>
        <h2>
          <bdi>{row.name}</bdi>
        </h2>
        <p role="status">{stateLabels(row)}</p>
      </div>
      {(isActive(row) || row.state === 'paused') && (
        <RunProgress row={row} press={press} onCancel={() => setAsking('cancel')} />
      )}
      {row.error !== null && (
        <p role="alert" className={styles.bad}>
          {row.error}
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      <Counts row={row} />
      {!isActive(row) && <RunResult row={row} onUndo={() => setAsking('undo')} goTo={goTo} onProblem={setProblem} />}
      {row.state === 'undone' && result.kept > 0 && <SkippedContacts id={id} count={result.kept} />}
      {row.rules !== null && <RulesSummary row={row} rules={row.rules} />}
      {asking === 'cancel' && (
        <ConfirmDialog
          title={t`Cancel this import?`}
          confirm={t`Cancel the import`}
          keep={row.state === 'paused' ? t`Keep paused` : t`Continue import`}
          onConfirm={() => run('cancel')}
          onClose={() => setAsking(null)}
          problem={words}
        >
          {t`The rows imported so far are saved, and you can undo them for 7 days. The other rows are not imported.`}
        </ConfirmDialog>
      )}
      {asking === 'undo' && (
        <ConfirmDialog
          title={t`${plural(written, { one: 'Undo # contact?', other: 'Undo # contacts?' })}`}
          confirm={t`Undo this import`}
          keep={t`Keep them`}
          onConfirm={() => run('undo')}
          onClose={() => setAsking(null)}
          problem={words}
        >
          {t`Updated contacts get their previous values back, and new contacts are deleted. Contacts edited since are skipped and listed.`}
        </ConfirmDialog>
      )}
    </div>
  );
}

function RunProgress({
  row,
  press,
  onCancel,
}: {
  row: ContactImport;
  press: (act: Act) => void;
  onCancel: () => void;
}) {
  const { t, i18n } = useLingui();
  const durationText = useSecondsText();
  const number = (value: number) => i18n.number(value);
  const of = t`${number(row.done)} of ${number(row.rows)}`;
  const rate = row.rows_per_s === null ? '' : t`${number(row.rows_per_s)} per second`;
  const left = row.remaining_s === null ? '' : t`done in about ${durationText(row.remaining_s)}`;
  return (
    <div className={runStyles.moving}>
      <Progress
        label={row.state === 'undoing' ? t`Undoing` : row.state === 'paused' ? t`Paused` : t`Importing`}
        note={[of, rate, left].filter(Boolean).join(' · ')}
        value={row.rows === 0 ? 0 : row.done / row.rows}
      />
      <div className={styles.actions}>
        {row.state === 'running' && (
          <Button onClick={() => press('pause')}>
            <IconPlayerPause {...smallIcon} />
            {t`Pause`}
          </Button>
        )}
        {row.state === 'paused' && (
          <Button variant="filled" onClick={() => press('resume')}>
            <IconPlayerPlay {...smallIcon} />
            {t`Continue`}
          </Button>
        )}
        {(row.state === 'running' || row.state === 'paused') && (
          <Button variant="plain" danger onClick={onCancel}>
            <IconX {...smallIcon} />
            {t`Cancel`}
          </Button>
        )}
      </div>
      <p className={styles.quiet}>
        {row.state === 'paused'
          ? t`The import waits until someone continues or cancels it. You find it under History.`
          : t`You can leave this page. The import continues, and you find it under History.`}
      </p>
    </div>
  );
}

function Counts({ row }: { row: ContactImport }) {
  const { t } = useLingui();
  const { result } = row;
  const isUndone = row.state === 'undone' || row.state === 'undoing';
  const counts: [string, number][] = isUndone
    ? [
        [t`Reverted`, result.undone],
        [t`Edited since, skipped`, result.kept],
      ]
    : [
        [t`Added`, result.added],
        [t`Updated`, result.updated],
        [t`Unchanged`, result.unchanged],
        [t`Excluded`, result.rejected],
      ];
  return <CountStrip counts={counts} />;
}

type RunResultProps = { row: ContactImport; onUndo: () => void; goTo: GoTo; onProblem: (words: string) => void };

/** The actions of a finished import. */
function RunResult({ row, onUndo, goTo, onProblem }: RunResultProps) {
  const { t, i18n } = useLingui();
  const words = useServerErrorMessage();
  const mayDelete = useRefusal('contacts.delete') === null;
  const mayExport = useRefusal('contacts.export') === null;
  const { result } = row;
  if (row.state === 'paused') return null;
  const written = result.added + result.updated;
  const until =
    row.undo_until === null
      ? null
      : dateFormat(i18n.locale, { day: 'numeric', month: 'long' }).format(new Date(row.undo_until));
  const download = () => {
    // As the file that was uploaded, so that it opens in the same program.
    const format = row.format === 'xlsx' ? 'xlsx' : 'csv';
    const query = { format, delimiter: row.delimiter === ';' || row.delimiter === '\t' ? row.delimiter : ',' };
    const input = { params: { id: row.id }, query };
    void downloadFile('GET /api/imports/{id}/rejected', input, `rows-left-out.${format}`).catch((error: unknown) =>
      onProblem(words(error)),
    );
  };
  return (
    <>
      <div className={styles.actions}>
        {written > 0 && row.state !== 'undone' && <ImportedContactsLink row={row} />}
        {result.rejected > 0 && row.rows_available && mayExport && (
          <Button onClick={download}>
            <IconDownload {...smallIcon} />
            {t`${plural(result.rejected, { one: 'Download # skipped row', other: 'Download # skipped rows' })}`}
          </Button>
        )}
        {until !== null && written > 0 && mayDelete && (
          <Button danger onClick={onUndo}>
            {t`Undo this import`}
          </Button>
        )}
        <Button variant="plain" onClick={() => goTo({ step: 'upload', id: '' })}>{t`Import another file`}</Button>
      </div>
      {until !== null &&
        written > 0 &&
        (mayDelete ? (
          <p className={styles.quiet}>{t`Can be undone until ${until}.`}</p>
        ) : (
          <PermissionNote right="contacts.delete" />
        ))}
    </>
  );
}

/** Opens the imported contacts: the list of the import, or without one the recently added contacts. */
function ImportedContactsLink({ row }: { row: ContactImport }) {
  const { t, i18n } = useLingui();
  const { added, updated } = row.result;
  const number = (value: number) => i18n.number(value);
  const look = buttonClass({ variant: 'filled' });
  if (row.contact_list_id !== null) {
    return (
      <Link to="/contacts" search={{ list: row.contact_list_id }} className={look}>
        {t`See the ${number(added + updated)} imported`}
      </Link>
    );
  }
  if (added === 0) {
    return <Link to="/contacts" className={look}>{t`See your contacts`}</Link>;
  }
  const filter: Filter = {
    all: [
      { field: 'origin', op: 'is', value: 'IMPORT' },
      { field: 'created_at', op: 'after', value: row.created_at },
      ...(row.ended_at === null ? [] : [{ field: 'created_at', op: 'before' as const, value: row.ended_at }]),
    ],
  };
  return (
    <Link to="/contacts" search={{ filter }} className={look}>
      {t`See the ${number(added)} added`}
    </Link>
  );
}
