import { useLingui } from '@lingui/react/macro';
import { SelectField } from '../../../ui/select-field.tsx';
import { useRows } from '../../sync/public.ts';
import { keepAssignee, unassigned } from '../data/reassign.ts';

/** Chooses who gets conversations. @param without members who can't, because the conversations are theirs */
export function ReassignChoice(props: {
  label: string;
  without: readonly string[];
  /** Whether they may also stay assigned. */
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
        ...(props.mayKeep ? [{ value: keepAssignee, label: t`Keep assigned to them` }] : []),
        { value: unassigned, label: t`No one (Unassigned)` },
        ...users.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={props.value}
      onChange={props.onChange}
    />
  );
}
