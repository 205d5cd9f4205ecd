import { useLingui } from '@lingui/react/macro';
import type { Role } from '@parley/contract/types';
import { useId } from 'react';
import { roleName } from '../../../ui/role-name.ts';
import { roleDescriptions } from '../data/permission-labels.ts';
import styles from './role-choice.module.css';

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
  const id = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t`Role`}</legend>
      {roles.map((role) => (
        <label key={role} className={styles.role}>
          <input
            type="radio"
            name={id}
            value={role}
            checked={role === value}
            aria-labelledby={`${id}-${role}-name`}
            aria-describedby={`${id}-${role}`}
            onChange={() => onChange(role)}
          />
          <span>
            <strong id={`${id}-${role}-name`}>{i18n._(roleName[role])}</strong>
            <small id={`${id}-${role}`}>{i18n._(roleDescriptions[role])}</small>
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
