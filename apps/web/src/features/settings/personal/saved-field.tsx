import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { fieldMessage } from '../../../platform/errors.ts';
import { TextField } from '../../../ui/field.tsx';
import { useRequestWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';

export type SavedFieldProps = {
  label: string;
  note?: string;
  help: string;
  /** The server's name of the field, by which it says what is wrong. */
  name: string;
  type?: ComponentProps<'input'>['type'];
  autoComplete: string;
  /** What is stored. */
  saved: string;
  /** What to say when nothing is left of it; without it, empty is fine. */
  empty?: string;
  /** @throws ApiError, NetworkError */
  save: (value: string) => Promise<void>;
};

/** One fact that is saved as the field is left, by Enter or by Ctrl+S, and can be taken back. */
export function SavedField({ saved, empty, save, label, help, ...input }: SavedFieldProps) {
  const { t } = useLingui();
  const words = useRequestWords();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const store = async (value: string, before: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await save(value);
      // What was typed since then is not saved yet.
      setTyped((now) => (now === null || now.trim() === value ? null : now));
      toast({ message: t`${label} saved`, action: { label: t`Undo`, run: () => void store(before, value) } });
    } catch (error) {
      setTyped((now) => now ?? value);
      setProblem(fieldMessage(error, input.name) ?? words(error));
    } finally {
      setBusy(false);
    }
  };
  const leave = () => {
    const value = (typed ?? saved).trim();
    if (busy || value === saved) return;
    if (value === '' && empty !== undefined) return setProblem(empty);
    void store(value, saved);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === 'Enter' || (event.key === 's' && (event.ctrlKey || event.metaKey));
    if (event.key === 'Escape') {
      setTyped(null);
      setProblem(null);
    } else if (saves) {
      event.preventDefault();
      leave();
    }
  };
  return (
    <TextField
      {...input}
      label={label}
      help={busy ? t`Saving` : help}
      error={problem}
      maxLength={200}
      value={typed ?? saved}
      onChange={(event) => {
        setTyped(event.target.value);
        setProblem(null);
      }}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  );
}
