import { useLingui } from '@lingui/react/macro';
import { originOfCall } from '@parley/contract/flow-calls';
import type { StepOf } from '@parley/contract/types';
import { IconLock, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { TextField } from '../../../../ui/field.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { addSecret } from '../../data/automations-data.ts';
import styles from './editor.module.css';

export type Header = StepOf<'call_url'>['headers'][number];
type Props = { header: Header; number: number; url: string; onChange: (header: Header) => void; onRemove: () => void };

/** A header of a call. Its value can become a secret, which is not shown again. */
export function HeaderForm({ header, number, url, onChange, onRemove }: Props) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { busy, run } = useAction();
  const [error, setError] = useState<string | null>(null);
  const { value, secret_id: secretId } = header;
  const isSecret = secretId !== null;
  const hide = () =>
    run(async () => {
      try {
        const id = await addSecret(url, value);
        setError(null);
        onChange({ ...header, value: '', secret_id: id });
      } catch (failure) {
        setError(words(failure));
      }
    });
  return (
    <fieldset className={styles.arm} aria-label={t`Header ${number}`}>
      <div className={styles.condition}>
        <TextField
          label={t`Header ${number}`}
          dir="ltr"
          value={header.name}
          maxLength={100}
          onChange={(event) => onChange({ ...header, name: event.target.value })}
        />
        <IconButton size="sm" label={t`Remove header ${number}`} onClick={onRemove}>
          <IconTrash {...icon} />
        </IconButton>
      </div>
      {isSecret ? (
        <>
          <p className={styles.quiet}>{t`The value is secret. It is sent to ${originOfCall(url) ?? '…'} only.`}</p>
          <Button size="sm" onClick={() => onChange({ ...header, secret_id: null })}>
            {t`Enter another value`}
          </Button>
        </>
      ) : (
        <>
          <TextField
            label={t`Value`}
            dir="ltr"
            autoComplete="off"
            value={value}
            error={error}
            maxLength={1_000}
            onChange={(event) => onChange({ ...header, value: event.target.value })}
          />
          <Button
            size="sm"
            busy={busy}
            blocked={value === '' || originOfCall(url) === null}
            onClick={() => void hide()}
          >
            <IconLock {...smallIcon} />
            {t`Store as secret`}
          </Button>
        </>
      )}
    </fieldset>
  );
}
