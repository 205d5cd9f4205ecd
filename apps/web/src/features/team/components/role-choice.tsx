import { useLingui } from '@lingui/react/macro';
import type { Role } from '@parley/contract/types';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { roleName } from '../../../ui/role-name.ts';
import { roleDescriptions } from '../data/permission-labels.ts';

export type RoleChoiceProps = {
  value: Role;
  /** Roles the member may assign; the current one is always shown. */
  roles: readonly Role[];
  onChange: (role: Role) => void;
  error?: string | null;
};

/** A choice of roles, each with its description. */
export function RoleChoice({ value, roles, onChange, error }: RoleChoiceProps) {
  const { t, i18n } = useLingui();
  const options = roles.map((role) => ({
    value: role,
    title: i18n._(roleName[role]),
    about: i18n._(roleDescriptions[role]),
  }));
  return <OptionCards legend={t`Role`} options={options} value={value} onChange={onChange} error={error} />;
}
