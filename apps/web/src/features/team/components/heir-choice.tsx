import { useLingui } from '@lingui/react/macro';
import { SelectField } from '../../../ui/select-field.tsx';
import { useRows } from '../../sync/public.ts';

/** What the field says for giving conversations to nobody. */
export const toNobody = 'nobody';
/** For leaving them where they are. */
export const toKeep = 'keep';

/** Who gets somebody's conversations. @param without who cannot: those they are taken from */
export function HeirChoice(props: {
  label: string;
  without: readonly string[];
  /** They may also stay where they are. */
  mayKeep?: boolean;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useLingui();
  const users = useRows('users').filter(({ id, state }) => state === 'active' && !props.without.includes(id));
  return (
    <SelectField
      label={props.label}
      choices={[
        ...(props.mayKeep ? [{ value: toKeep, label: t`They stay with them` }] : []),
        { value: toNobody, label: t`Nobody: back to Unassigned` },
        ...users.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={props.value}
      onChange={props.onChange}
    />
  );
}

/** The person chosen, as the calls want it. */
export function heirOf(value: string): string | null {
  return value === toNobody || value === '' ? null : value;
}
