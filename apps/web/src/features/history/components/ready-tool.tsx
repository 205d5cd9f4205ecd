import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { historyLimits } from '@parley/contract/history-limits';
import type { HistoryImport } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { useAction } from '../../../ui/use-action.ts';
import { setHistoryImport } from '../data/history-data.ts';
import { chosenIn, conversationsIn, toolNames } from '../data/tools.ts';
import styles from './move.module.css';

export type ReadyToolProps = {
  row: HistoryImport;
  source: NonNullable<HistoryImport['source']>;
  onCancel: () => void;
};

/** What the account of another tool has: which of its inboxes are imported. */
export function ReadyTool({ row, source, onCancel }: ReadyToolProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { busy, run } = useAction();
  const [ids, setIds] = useState(() => chosenIn(source));
  const [problem, setProblem] = useState<string | null>(null);
  const name = toolNames[source.tool];
  const count = conversationsIn(source, ids);
  const start = async (trial: boolean) => {
    setProblem(ids.length === 0 ? t`Choose at least one inbox.` : null);
    if (ids.length === 0) return;
    try {
      const body = { trial, inbox_ids: ids };
      setHistoryImport(await api('POST /api/history-imports/{id}/start', { params: { id: row.id }, body }));
    } catch (error) {
      setProblem(words(error));
    }
  };
  return (
    <div className={styles.part}>
      <p className={styles.found}>
        {source.account === '' ? t`Connected to ${name}.` : t`Connected to the account ${source.account}.`}{' '}
        <bdi className={styles.quiet}>{source.url}</bdi>
      </p>
      <fieldset className={styles.names}>
        <legend>{t`Which inboxes do you want to import?`}</legend>
        <p
          className={styles.quiet}
        >{t`Choose only those of WhatsApp, and those of the number that you import into.`}</p>
        {source.inboxes.map(({ id, name: inbox, kind, conversations }) => (
          <Checkbox
            key={id}
            checked={ids.includes(id)}
            disabled={kind === 'other'}
            onChange={({ currentTarget: { checked } }) =>
              setIds((before) => (checked ? [...before, id] : before.filter((one) => one !== id)))
            }
          >
            <bdi>{inbox}</bdi>{' '}
            <small className={styles.count}>
              {kind === 'other'
                ? t`not WhatsApp`
                : conversations !== null && plural(conversations, { one: '# conversation', other: '# conversations' })}
            </small>
          </Checkbox>
        ))}
        {problem !== null && (
          <p role="alert" className={styles.bad}>
            {problem}
          </p>
        )}
      </fieldset>
      <div className={styles.actions}>
        <Button variant="filled" busy={busy} onClick={() => void run(() => start(false))}>
          {count === null
            ? t`Import conversations`
            : plural(count, { one: 'Import # conversation', other: 'Import # conversations' })}
        </Button>
        {(count === null || count > historyLimits.trialThreads) && (
          <Button busy={busy} onClick={() => void run(() => start(true))}>{t`Try with 100 conversations`}</Button>
        )}
        <Button variant="plain" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
      <p className={styles.quiet}>{t`You can undo the import for 30 days.`}</p>
    </div>
  );
}
