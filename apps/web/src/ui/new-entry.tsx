import { useLingui } from '@lingui/react/macro';
import type { LabelColor } from '@parley/contract/types';
import { type FormEvent, useState } from 'react';
import { Button } from './button.tsx';
import { ColorChoice } from './color-choice.tsx';
import { useServerErrorMessage } from './error-messages.ts';
import { inputClass } from './field.tsx';
import styles from './new-entry.module.css';

export type NewEntryProps = {
  label: string;
  /** Adds it; the error of a refusal is shown. */
  onAdd: (entry: { name: string; color: LabelColor }) => Promise<unknown>;
};

/** The last line of a list of names with colors: adds one. */
export function NewEntry({ label, onAdd }: NewEntryProps) {
  const { t } = useLingui();
  const messageText = useServerErrorMessage();
  const [name, setName] = useState('');
  const [color, setColor] = useState<LabelColor>('blue');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    setBusy(true);
    try {
      await onAdd({ name: name.trim(), color });
      setName('');
      setError(null);
    } catch (failure) {
      setError(messageText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.row} onSubmit={(event) => void add(event)}>
      <input
        className={inputClass()}
        aria-label={label}
        placeholder={label}
        value={name}
        maxLength={40}
        onChange={(event) => setName(event.target.value)}
      />
      <ColorChoice chosen={color} onChoose={setColor} />
      <Button type="submit" size="sm" busy={busy}>{t`Add`}</Button>
      {error !== null && <p className={styles.error}>{error}</p>}
    </form>
  );
}
