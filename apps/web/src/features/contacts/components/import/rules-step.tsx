import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ImportRules } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { listNameOf } from '../../data/import/draft.ts';
import { setImport } from '../../data/import/import-data.ts';
import { startCheck } from '../../data/import/start-check.ts';
import styles from './import.module.css';
import { lacksOptInSource, RuleFields } from './rule-fields.tsx';
import type { StepProps } from './step-props.ts';
import { useEnterKey } from './use-enter-key.ts';

/** Step 3: what to do with existing contacts, and which lists to add to. */
export function RulesStep({ row, draft, setDraft, goTo }: StepProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { rules } = draft;
  const set = (changes: Partial<ImportRules>) => setDraft({ ...draft, rules: { ...rules, ...changes } });
  const check = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setImport(await startCheck(row.id, draft));
      goTo({ step: 'check' });
    } catch (error) {
      setProblem(words(error));
      setBusy(false);
    }
  };
  const isBlocked = lacksOptInSource(draft);
  useEnterKey(isBlocked || busy ? null : () => void check());
  return (
    <div className={styles.column}>
      <RuleFields mapping={draft.mapping} rules={rules} onChange={set} newListName={listNameOf(row.name)} />
      <div className={styles.actions}>
        <Button variant="filled" busy={busy} blocked={isBlocked} onClick={() => void check()}>
          {t`${plural(row.rows, { one: 'Check # row', other: 'Check all # rows' })}`}
        </Button>
        <Button onClick={() => goTo({ step: 'map' })}>{t`Back`}</Button>
      </div>
      {isBlocked && <p className={styles.bad}>{t`Enter where and how they opted in, or turn it off.`}</p>}
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      <p className={styles.quiet}>{t`Checking does not import anything.`}</p>
    </div>
  );
}
