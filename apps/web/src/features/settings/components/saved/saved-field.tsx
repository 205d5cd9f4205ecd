import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { TextField } from '../../../../ui/field.tsx';
import { webAddress } from '../../../../ui/fields/web-address.ts';
import { useSaved } from './use-saved.ts';

export type SavedFieldProps = {
  label: string;
  note?: string;
  help?: string;
  /** The server's name of the field, for its errors. */
  name: string;
  type?: ComponentProps<'input'>['type'];
  inputMode?: ComponentProps<'input'>['inputMode'];
  placeholder?: string;
  autoComplete: string;
  /** The saved value. */
  saved: string;
  /** The error for an empty value; without it, empty is allowed. */
  empty?: string;
  /** The error of a value that cannot be saved; null: it can. */
  check?: (value: string) => string | null;
  /** @throws ApiError, NetworkError */
  save: (value: string) => Promise<void>;
};

/** A field that is saved on blur, Enter or Ctrl+S, with undo. */
export function SavedField({ saved, empty, check, save, label, note, help, ...input }: SavedFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const field = useSaved<string>({
    name: input.name,
    message: () => t`${label} saved`,
    save: async (value) => {
      await save(value);
      // Text typed meanwhile is not saved yet.
      setTyped((now) => (now === null || now.trim() === value ? null : now));
    },
  });
  const leave = async () => {
    const text = (typed ?? saved).trim();
    const value = input.inputMode === 'url' ? webAddress(text) : text;
    if (field.busy) return;
    if (value === saved) return setTyped(null);
    const error = (value === '' ? empty : undefined) ?? check?.(value) ?? null;
    if (error !== null) return field.edited(error);
    if (!(await field.store(value, saved))) setTyped((now) => now ?? value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === 'Enter' || (event.key === 's' && (event.ctrlKey || event.metaKey));
    if (event.key === 'Escape') {
      setTyped(null);
      field.edited();
    } else if (saves) {
      event.preventDefault();
      void leave();
    }
  };
  return (
    <TextField
      {...input}
      label={label}
      note={note}
      status={field.note}
      help={help}
      error={field.problem}
      maxLength={200}
      value={typed ?? saved}
      onChange={(event) => {
        setTyped(event.target.value);
        field.edited();
      }}
      // A refused value is not sent again, but by Enter.
      onBlur={() => void (field.problem === null && leave())}
      onKeyDown={onKeyDown}
    />
  );
}
