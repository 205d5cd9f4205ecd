import { useLingui } from '@lingui/react/macro';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useRows } from '../../../sync/public.ts';

export function AttributeField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const { t } = useLingui();
  const [client] = useRows('clients');
  const names = client?.custom_fields ?? [];
  const choices = [...new Set([...names, ...(name === '' ? [] : [name])])].map((value) => ({ value, label: value }));
  return <SelectField label={t`Custom attribute`} choices={choices} value={name} onChange={onChange} />;
}
