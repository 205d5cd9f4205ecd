import { useLingui } from '@lingui/react/macro';
import type { FieldCheck } from '@parley/contract/types';
import type { ReactNode } from 'react';
import styles from './add.module.css';

/** The result of checking a field: valid, invalid with what to do, or unknown. */
export function CheckText({ check, busy }: { check: FieldCheck | undefined; busy: boolean }) {
  const { t } = useLingui();
  if (check === undefined) return busy ? <span className={styles.looking}>{t`Checking`}</span> : null;
  return (
    <span className={styles[check.state]} data-check={check.field} data-state={check.state}>
      {check.message}
      {check.fix && ` ${check.fix}`}
    </span>
  );
}

/** The help of a field: the result of its check, else the explanation. */
export function helpOf(check: FieldCheck | undefined, busy: boolean, help: ReactNode): ReactNode {
  if (check === undefined) return help;
  return check.state === 'failed' ? undefined : <CheckText check={check} busy={busy} />;
}

/** The error of a field: of the form, else of its check. */
export function errorOf(error: string | null | undefined, check: FieldCheck | undefined): string | null {
  if (error) return error;
  if (check?.state !== 'failed') return null;
  return check.fix === null ? check.message : `${check.message} ${check.fix}`;
}
