import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { historyLimits } from '@parley/contract/history-limits';
import type { HistoryImport, RouteKey } from '@parley/contract/types';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { dateFormat } from '../../../platform/date-format.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CountStrip } from '../../../ui/count-strip.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useSecondsText } from '../../../ui/use-duration-text.ts';
import { setHistoryImport } from '../data/history-data.ts';
import { chosenIn, conversationsIn, type ToolName, toolNames } from '../data/tools.ts';
import styles from './move.module.css';
import { SkippedList } from './skipped-list.tsx';

type Act = 'pause' | 'resume' | 'cancel' | 'undo';

/** An import that began: how far it is, what came of it, and the way back. */
export function ImportProgress({ row }: { row: HistoryImport }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { busy, run } = useAction();
  const [asking, setAsking] = useState<'cancel' | 'undo' | null>(null);
  const act = async (name: Act) => {
    const key = `POST /api/history-imports/{id}/${name}` as const satisfies RouteKey;
    setHistoryImport(await api(key, { params: { id: row.id } }));
  };
  const goOn = async () => {
    const body = { trial: false };
    setHistoryImport(await api('POST /api/history-imports/{id}/start', { params: { id: row.id }, body }));
  };
  const { state, imported } = row;
  return (
    <div className={styles.part}>
      {(state === 'running' || state === 'paused' || state === 'undoing') && <Moving row={row} />}
      {row.error !== null && (
        <p role="alert" className={styles.bad}>
          {row.error}
        </p>
      )}
      {state === 'tried' && (
        <p>{t`The first conversations are in your inbox. Look at a few of them, then import the rest or undo the trial.`}</p>
      )}
      <Counts row={row} />
      <SkippedList row={row} />
      <div className={styles.actions}>
        {state === 'tried' && (
          <Button variant="filled" busy={busy} onClick={() => void run(goOn)}>
            {t`Import the rest`}
          </Button>
        )}
        {state === 'running' && (
          <Button busy={busy} onClick={() => void run(() => act('pause'))}>
            <IconPlayerPause {...smallIcon} />
            {t`Pause`}
          </Button>
        )}
        {state === 'paused' && (
          <Button variant="filled" busy={busy} onClick={() => void run(() => act('resume'))}>
            <IconPlayerPlay {...smallIcon} />
            {t`Continue`}
          </Button>
        )}
        {(state === 'done' || state === 'tried') && imported.messages > 0 && (
          <Link
            to="/inbox"
            search={{ view: row.all_done === true ? 'done' : 'active' }}
            className={buttonClass({ variant: state === 'done' ? 'filled' : 'outlined' })}
          >
            {t`Show in the inbox`}
          </Link>
        )}
        {(state === 'running' || state === 'paused') && (
          <Button variant="plain" danger onClick={() => setAsking('cancel')}>
            <IconX {...smallIcon} />
            {t`Cancel`}
          </Button>
        )}
        {row.undo_until !== null && hasAny(imported) && (
          <Button danger onClick={() => setAsking('undo')}>
            {t`Undo this import`}
          </Button>
        )}
        {(state === 'done' || state === 'undone' || state === 'cancelled') && (
          <Link
            to="/settings/move"
            search={row.source === null ? {} : { from: row.source.tool }}
            className={buttonClass({ variant: 'plain' })}
          >
            {row.source === null ? t`Import another file` : t`Import again`}
          </Link>
        )}
      </div>
      <Until row={row} />
      {asking === 'cancel' && (
        <ConfirmDialog
          title={t`Cancel this import?`}
          confirm={t`Cancel the import`}
          keep={state === 'paused' ? t`Keep paused` : t`Continue import`}
          onConfirm={() => act('cancel')}
          onClose={() => setAsking(null)}
          problem={words}
        >
          {t`The messages imported so far stay, and you can undo them for 30 days. The others are not imported.`}
        </ConfirmDialog>
      )}
      {asking === 'undo' && (
        <ConfirmDialog
          title={
            imported.messages === 0
              ? t`Undo this import?`
              : plural(imported.messages, { one: 'Undo # message?', other: 'Undo # messages?' })
          }
          confirm={t`Undo this import`}
          keep={t`Keep them`}
          onConfirm={() => act('undo')}
          onClose={() => setAsking(null)}
          problem={words}
        >
          {t`The imported messages, notes and files are deleted, and conversations and contacts that only this import made. What was written since stays.`}
          {imported.replies > 0 && <> {t`Saved replies that nobody used or changed are deleted too.`}</>}
          {row.source !== null && <> {t`Labels and custom fields that it made stay.`}</>}
        </ConfirmDialog>
      )}
    </div>
  );
}

function hasAny({ messages, notes, contacts, replies }: HistoryImport['imported']): boolean {
  return messages + notes + contacts + replies > 0;
}

function Moving({ row }: { row: HistoryImport }) {
  const { t, i18n } = useLingui();
  const secondsText = useSecondsText();
  const number = (value: number) => i18n.number(value);
  const messages =
    row.found.messages + row.found.notes + row.found.replies + row.skipped.reduce((sum, one) => sum + one.count, 0);
  const { source } = row;
  // How many messages a tool has is not known before they are read; how many conversations, of some tools.
  const read = source === null || row.state === 'undoing' ? null : source.read;
  const inAll = source === null ? null : conversationsIn(source, chosenIn(source));
  const { trialThreads } = historyLimits;
  const total = row.trial ? Math.min(inAll ?? trialThreads, trialThreads) : inAll;
  const [done, all] = read === null ? [row.done, messages] : [read, total];
  const what =
    read === null
      ? t`${number(done)} of ${number(messages)}`
      : all === null
        ? plural(read, { one: '# conversation', other: '# conversations' })
        : t`${number(done)} of ${plural(all, { one: '# conversation', other: '# conversations' })}`;
  const perSecond = number(row.per_s ?? 0);
  const rate =
    row.per_s === null
      ? ''
      : read === null
        ? t`${perSecond} per second`
        : t`${plural(row.per_s, { one: '# message', other: '# messages' })} per second`;
  const left = row.remaining_s === null ? '' : t`done in about ${secondsText(row.remaining_s)}`;
  const label = { undoing: t`Undoing`, paused: t`Paused`, running: t`Importing` }[row.state as 'running'];
  return (
    <>
      {all === null ? (
        <p role="status">{[label, what, rate].filter(Boolean).join(' · ')}</p>
      ) : (
        <Progress
          label={label}
          note={[what, rate, left].filter(Boolean).join(' · ')}
          value={all === 0 ? 0 : Math.min(1, done / all)}
        />
      )}
      {source?.waiting_until != null && <WaitingForTool tool={source.tool} until={source.waiting_until} />}
      {row.state !== 'paused' && (
        <p className={styles.quiet}>{t`You can leave this page. It continues, and you find it here again.`}</p>
      )}
    </>
  );
}

function WaitingForTool({ tool, until }: { tool: ToolName; until: string }) {
  const { t, i18n } = useLingui();
  const name = toolNames[tool];
  const time = dateFormat(i18n.locale, { timeStyle: 'short' }).format(new Date(until));
  return <p role="status">{t`Waiting for ${name} until ${time}.`}</p>;
}

function Counts({ row }: { row: HistoryImport }) {
  const { t } = useLingui();
  if (row.state === 'undone' || row.state === 'undoing') return null;
  const { imported, known } = row;
  const counts: Array<[string, number]> = [
    [t`Conversations`, imported.threads],
    [t`Messages`, imported.messages],
    [t`Contacts`, imported.contacts],
    ...(row.found.notes > 0 ? [[t`Notes`, imported.notes] as [string, number]] : []),
    ...(row.found.replies > 0 ? [[t`Saved replies`, imported.replies] as [string, number]] : []),
    [t`Files`, imported.files],
    [t`Already there`, known],
  ];
  return <CountStrip counts={counts} />;
}

function Until({ row }: { row: HistoryImport }) {
  const { t, i18n } = useLingui();
  if (row.undo_until === null || !hasAny(row.imported)) return null;
  const until = dateFormat(i18n.locale, { day: 'numeric', month: 'long' }).format(new Date(row.undo_until));
  return <p className={styles.quiet}>{t`Can be undone until ${until}.`}</p>;
}
