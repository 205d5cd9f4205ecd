import { useLingui } from '@lingui/react/macro';
import type { FieldCheck } from '@parley/contract/types';
import type { ReactNode } from 'react';
import styles from './add.module.css';

/** What was found about a field, under it: fine, wrong with the way out, or not to be known yet. */
export function CheckWords({ check, busy }: { check: FieldCheck | undefined; busy: boolean }) {
  const { t } = useLingui();
  if (check === undefined) return busy ? <span className={styles.looking}>{t`Looking`}</span> : null;
  return (
    <span className={styles[check.state]} data-check={check.field} data-state={check.state}>
      {check.message}
      {check.fix && ` ${check.fix}`}
    </span>
  );
}

/** The help of a field: what was found about it, else the words that explain it. */
export function helpOf(check: FieldCheck | undefined, busy: boolean, help: ReactNode): ReactNode {
  if (check === undefined) return help;
  return check.state === 'failed' ? undefined : <CheckWords check={check} busy={busy} />;
}

/** The error of a field: what the form says, else what was found wrong. */
export function errorOf(error: string | null | undefined, check: FieldCheck | undefined): string | null {
  if (error) return error;
  if (check?.state !== 'failed') return null;
  return check.fix === null ? check.message : `${check.message} ${check.fix}`;
}
