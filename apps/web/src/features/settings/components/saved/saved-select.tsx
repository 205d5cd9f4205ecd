import { useLingui } from '@lingui/react/macro';
import { type SelectChoice, SelectField } from '../../../../ui/select-field.tsx';
import { useSaved } from './use-saved.ts';

export type SavedSelectProps = {
  label: string;
  note?: string;
  /** The server's name of the field, for its errors. */
  name: string;
  choices: readonly SelectChoice[];
  /** The saved value; '' when nothing is chosen. */
  saved: string;
  clearable?: boolean;
  /** @throws ApiError, NetworkError */
  save: (value: string) => Promise<void>;
};

/** A choice that is saved when it is made, with undo. */
export function SavedSelect({ label, note, name, choices, saved, clearable = false, save }: SavedSelectProps) {
  const { t } = useLingui();
  const field = useSaved<string>({ name, save, message: () => t`${label} saved` });
  return (
    <SelectField
      label={label}
      note={note}
      status={field.note}
      error={field.problem}
      choices={choices}
      clearable={clearable}
      value={field.chosen(saved)}
      onChange={(value) => field.choose(value, saved)}
    />
  );
}
