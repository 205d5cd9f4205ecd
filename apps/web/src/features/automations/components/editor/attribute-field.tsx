import { useLingui } from '@lingui/react/macro';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useRows } from '../../../sync/public.ts';

export type AttributeFieldProps = {
  name: string;
  onChange: (name: string) => void;
  /** Chosen among answers too: what can be compared, of the account's attributes. */
  compared?: (fields: readonly string[]) => readonly string[];
};

export function AttributeField({ name, onChange, compared }: AttributeFieldProps) {
  const { t } = useLingui();
  const [client] = useRows('clients');
  const fields = client?.custom_fields ?? [];
  const names = compared?.(fields) ?? fields;
  // One that is gone is shown until another is chosen.
  const choices = [...new Set([...names, name])].filter((one) => one !== '').map((one) => ({ value: one, label: one }));
  const label = compared === undefined ? t`Custom attribute` : t`Attribute or answer`;
  return <SelectField label={label} choices={choices} value={name} onChange={onChange} />;
}
