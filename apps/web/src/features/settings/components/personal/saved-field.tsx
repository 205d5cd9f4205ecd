import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { fieldMessage } from '../../../../platform/errors.ts';
import { useErrorMessage } from '../../../../ui/error-messages.ts';
import { TextField } from '../../../../ui/field.tsx';
import { toast } from '../../../../ui/toast.ts';

export type SavedFieldProps = {
  label: string;
  note?: string;
  help: string;
  /** The server's name of the field, for its errors. */
  name: string;
  type?: ComponentProps<'input'>['type'];
  autoComplete: string;
  /** The saved value. */
  saved: string;
  /** The error for an empty value; without it, empty is allowed. */
  empty?: string;
  /** @throws ApiError, NetworkError */
  save: (value: string) => Promise<void>;
};

/** A field that is saved on blur, Enter or Ctrl+S, with undo. */
export function SavedField({ saved, empty, save, label, help, ...input }: SavedFieldProps) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const store = async (value: string, before: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await save(value);
      // Text typed meanwhile is not saved yet.
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
