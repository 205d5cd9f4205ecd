import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';

export type LimitedFieldProps = {
  label: string;
  note?: string;
  help?: ReactNode;
  limit: number;
  value: string;
  error: string | null;
  multiline?: boolean;
  /** Focused when the dialog opens. */
  first?: boolean;
  onChange: (value: string) => void;
};

/** A text that WhatsApp limits: close to the limit the help is how much of it is used. */
export function LimitedField({ limit, help, multiline, first, onChange, ...field }: LimitedFieldProps) {
  const { t, i18n } = useLingui();
  const { length } = field.value.trim();
  const used = i18n.number(length);
  const most = i18n.number(limit);
  const words = length > limit * 0.75 ? t`${used} of ${most}` : help;
  const shared = {
    ...field,
    help: words,
    dir: 'auto',
    autoComplete: 'off',
    'data-focus': first || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return multiline ? <TextAreaField {...shared} /> : <TextField {...shared} />;
}
