import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useRows } from '../../sync/public.ts';
import styles from './choices.module.css';

/** A choice of several members. */
export function MembersChoice({ value, onChange }: { value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { t } = useLingui();
  const users = useRows('users').filter(({ state }) => state !== 'former');
  return (
    <fieldset className={styles.group}>
      <legend>{t`Members`}</legend>
      <div className={styles.scrolling}>
        {users.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={value.includes(id)}
            onChange={(event) => onChange(event.target.checked ? [...value, id] : value.filter((each) => each !== id))}
          >
            <bdi>{name}</bdi>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

/** A choice of several groups. */
export function GroupsChoice({ value, onChange }: { value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { t } = useLingui();
  const groups = useRows('user_groups');
  return (
    <fieldset className={styles.group}>
      <legend>{t`Groups`}</legend>
      {groups.length === 0 && <p className={styles.none}>{t`No groups yet.`}</p>}
      {groups.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={value.includes(id)}
          onChange={(event) => onChange(event.target.checked ? [...value, id] : value.filter((each) => each !== id))}
        >
          <bdi>{name}</bdi>
        </Checkbox>
      ))}
    </fieldset>
  );
}
