import { useLingui } from '@lingui/react/macro';
import type { AiTest } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { testAi } from '../data/ai-settings.ts';
import styles from './ai.module.css';
import { ProviderProblem } from './ai-problem.tsx';

/** A short call with the stored settings. */
export function ConnectionTest() {
  const { t, i18n } = useLingui();
  const { busy, run } = useAction();
  const [result, setResult] = useState<AiTest | null>(null);
  const test = () =>
    run(async () => {
      setResult(null);
      setResult(await testAi());
    });
  const seconds = i18n.number((result?.duration_ms ?? 0) / 1_000, { maximumFractionDigits: 1 });
  return (
    <div className={styles.group}>
      <span className={styles.buttons}>
        <Button busy={busy} onClick={() => void test()}>{t`Test connection`}</Button>
        <span className={styles.quiet}>{t`Uses the saved settings and a few tokens.`}</span>
      </span>
      {result?.ok === true && <p role="status">{t`Connected. ${result.model} answered in ${seconds} s.`}</p>}
      {result?.ok === false && <ProviderProblem problem={result.problem ?? ''} detail={result.detail} />}
    </div>
  );
}
