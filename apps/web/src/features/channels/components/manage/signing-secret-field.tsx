import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { makeSigningSecret } from '../../data/signing-secret.ts';
import { CopyButton } from './copy-line.tsx';
import styles from './drawer.module.css';

export type SigningSecretFieldProps = {
  value: string;
  error?: string | null;
  onChange: (value: string) => void;
};

/** The secret that signs both directions: generated here, or provided. It is shown only now. */
export function SigningSecretField({ value, error, onChange }: SigningSecretFieldProps) {
  const { t } = useLingui();
  return (
    <div className={styles.section}>
      <TextField
        label={t`Signing secret`}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error ?? null}
        help={t`Give the adapter the same one. It is shown only now.`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p>
        {value === '' ? (
          <Button size="sm" onClick={() => onChange(makeSigningSecret())}>
            {t`Create secret`}
          </Button>
        ) : (
          <CopyButton text={value}>{t`Copy the secret`}</CopyButton>
        )}
      </p>
    </div>
  );
}
