import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import type { VariableProblem } from './check-variables.ts';
import styles from './variable-text.module.css';

export type VariableTextProps = {
  id?: string;
  problem: VariableProblem;
  /** Sends it as it stands nevertheless. */
  onAsTyped: () => void;
};

/** Why a text with variables cannot be sent, and the way to send it on purpose. */
export function VariableText({ id, problem: { kind, name }, onAsTyped }: VariableTextProps) {
  const { t } = useLingui();
  const token = kind === 'hidden' ? name : `{{${name}}}`;
  return (
    <span className={styles.problem}>
      <span id={id} role="alert" className={styles.words}>
        {kind === 'unknown'
          ? t`Unknown variable ${token}. Correct its name or remove it.`
          : kind === 'missing'
            ? t`FIX VALUE: this contact has no ${name}. Replace ${token} with your own words.`
            : kind === 'hidden'
              ? t`The AI left ${token} open. Replace it with your own words.`
              : t`Replace FIX VALUE with the missing value.`}
      </span>
      {(kind === 'unknown' || kind === 'hidden') && (
        <Button size="sm" onClick={onAsTyped}>
          {t`Send as typed`}
        </Button>
      )}
    </span>
  );
}
