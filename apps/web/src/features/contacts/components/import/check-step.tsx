import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { type ImportDraft, isSaved, problemOf } from '../../data/import/draft.ts';
import { setImport } from '../../data/import/import-data.ts';
import { startCheck } from '../../data/import/start-check.ts';
import checkStyles from './check-step.module.css';
import { ColumnList } from './column-list.tsx';
import { FixChips } from './fix-chips.tsx';
import styles from './import.module.css';
import { OutcomeRows } from './outcome-rows.tsx';
import { ProblemTable } from './problem-table.tsx';
import { RowCounts, type RowGroup } from './row-counts.tsx';
import { RulesSummary } from './rules-summary.tsx';
import type { StepProps } from './step-props.ts';
import { useDraftProblemText } from './use-draft-problem-text.ts';

/** Files with up to this many rows are checked again automatically after a change; it takes about a second. */
const checkedAtOnce = 50_000;
const calmMs = 900;
/** Overwriting more contacts than this needs a confirmation. */
const askedAbove = 1_000;

/** Step 4: the result of the check for each row; problems are fixed here. */
export function CheckStep({ row, draft, setDraft, goTo }: StepProps) {
  const { t, i18n } = useLingui();
  const words = useServerErrorMessage();
  const draftText = useDraftProblemText();
  const [problem, setProblem] = useState<string | null>(null);
  const { check, state } = row;
  const [group, setGroup] = useState<RowGroup | null>(null);
  const shown: RowGroup = group ?? (check.invalid > 0 ? 'invalid' : check.duplicates > 0 ? 'duplicates' : 'new');
  const begin = (next: ImportDraft) => {
    setProblem(null);
    startCheck(row.id, next)
      .then(setImport)
      .catch((error: unknown) => setProblem(words(error)));
  };
  const wrong = problemOf(draft.mapping);
  const differs = wrong === null && !isSaved(draft, row);
  const isStale = state === 'mapping' || (state === 'ready' && differs);
  useCalmly(isStale && wrong === null && row.rows <= checkedAtOnce, draft, begin);
  const toWrite = check.new + check.updated;
  const count = i18n.number(toWrite);
  const all = i18n.number(row.rows);
  const [asking, setAsking] = useState(false);
  const overwrites = draft.rules.purpose !== 'add' && draft.rules.conflict === 'overwrite' && check.updated > 0;
  const start = async () => {
    setImport(await api('POST /api/imports/{id}/start', { params: { id: row.id } }));
    goTo({ step: 'run' });
  };
  const ask = () => {
    if (overwrites && toWrite > askedAbove) setAsking(true);
    else void start().catch((error: unknown) => setProblem(words(error)));
  };
  const isReady = state === 'ready' && !differs && wrong === null;
  return (
    <div className={styles.split}>
      <section aria-label={t`Columns`} className={checkStyles.side}>
        <div className={styles.bar}>
          <h2>{t`Columns`}</h2>
          <span className={styles.quiet}>
            <bdi>{row.name}</bdi>
          </span>
        </div>
        <ColumnList row={row} mapping={draft.mapping} onChange={(mapping) => setDraft({ ...draft, mapping })} />
        {wrong !== null && <p className={`${styles.bad} ${styles.inset}`}>{draftText(wrong)}</p>}
        <RulesSummary row={row} rules={draft.rules} onChange={() => goTo({ step: 'rules' })} />
      </section>
      <section aria-label={t`Dry run`}>
        <div className={styles.bar}>
          <h2>{plural(row.rows, { one: 'Dry run of # row', other: 'Dry run of all # rows' })}</h2>
          <span className={styles.quiet} role="status">
            {state === 'checking' && t`checking`}
            {isReady && t`finished in ${seconds(row.checked_ms)} s, nothing imported yet`}
            {isStale && t`changed, to be checked again`}
          </span>
        </div>
        {state === 'checking' && (
          <div className={styles.inset}>
            <Progress
              label={t`Checking every row`}
              note={t`${i18n.number(row.done)} of ${all}`}
              value={row.rows === 0 ? 0 : row.done / row.rows}
            />
          </div>
        )}
        <RowCounts counts={check} shown={shown} onShow={setGroup} />
        <FixChips
          row={row}
          isReady={isReady}
          rules={draft.rules}
          onPrefix={(number_prefix) => setDraft({ ...draft, rules: { ...draft.rules, number_prefix } })}
        />
        {shown === 'invalid' || shown === 'duplicates' ? (
          <ProblemTable key={shown} row={row} mapping={draft.mapping} group={shown} />
        ) : (
          <OutcomeRows key={shown} row={row} group={shown} isReady={isReady} />
        )}
        <div className={checkStyles.foot}>
          {row.error !== null && <p className={styles.bad}>{row.error}</p>}
          {problem !== null && (
            <p role="alert" className={styles.bad}>
              {problem}
            </p>
          )}
          <p className={styles.quiet}>
            {check.invalid > 0
              ? t`${plural(check.invalid, { one: '# row is skipped', other: '# rows are skipped' })} if you import now. They stay downloadable with the reason, and the whole import can be undone for 7 days.`
              : t`The whole import can be undone for 7 days.`}
          </p>
          <div className={styles.actions}>
            <Button variant="filled" blocked={!isReady || toWrite === 0} onClick={ask}>
              {t`Import ${count}`}
            </Button>
            {isStale && (
              <Button blocked={wrong !== null} onClick={() => begin(draft)}>
                {t`Check again`}
              </Button>
            )}
            <Button onClick={() => goTo({ step: 'rules' })}>{t`Back`}</Button>
          </div>
          {isReady && toWrite === 0 && (
            <p className={styles.quiet}>{t`Nothing to fix: every row is valid or excluded.`}</p>
          )}
        </div>
      </section>
      {asking && (
        <ConfirmDialog
          title={t`${plural(check.updated, { one: 'Overwrite # contact?', other: 'Overwrite # contacts?' })}`}
          confirm={t`Import ${count}`}
          keep={t`Back to review`}
          onConfirm={start}
          onClose={() => setAsking(false)}
          problem={words}
        >
          {t`Values in the file replace existing values. You can undo the import for 7 days.`}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Runs an action once its value has stopped changing. */
function useCalmly<T>(isDue: boolean, value: T, act: (value: T) => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => latest.current(value), calmMs);
    return () => clearTimeout(timer);
  }, [isDue, value]);
}

const seconds = (ms: number | null) => (Math.max(ms ?? 0, 100) / 1_000).toFixed(1);
