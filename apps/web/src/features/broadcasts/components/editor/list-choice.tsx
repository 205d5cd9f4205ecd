import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { inputClass } from '../../../../ui/field.tsx';
import { SandboxCount } from '../../../sandbox/public.ts';
import { useRows } from '../../../sync/public.ts';
import audienceStyles from './audience.module.css';
import styles from './editor.module.css';

/** With more lists than this there is a search. */
const listsPerPage = 8;

type ListChoiceProps = { value: readonly string[]; onChange: (ids: string[]) => void; label: string };

/** Lists with their number of contacts; a search where there are many. */
export function ListChoice({ value, onChange, label }: ListChoiceProps) {
  const { t, i18n } = useLingui();
  const lists = useRows('contact_lists');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const gone = value.filter((id) => !lists.some((list) => list.id === id));
  const found = lists.filter(({ id, name }) => value.includes(id) || name.toLowerCase().includes(wanted));
  const chosenFirst = found.toSorted((one, other) => Number(value.includes(other.id)) - Number(value.includes(one.id)));
  const shown = wanted === '' ? chosenFirst.slice(0, Math.max(listsPerPage, value.length)) : chosenFirst.slice(0, 50);
  const more = found.length - shown.length;
  const toggle = (id: string, on: boolean) => onChange(on ? [...value, id] : value.filter((one) => one !== id));
  if (lists.length === 0 && gone.length === 0) return <p className={styles.quiet}>{t`No lists yet.`}</p>;
  return (
    <>
      {lists.length > listsPerPage && (
        <input
          type="search"
          className={inputClass()}
          aria-label={label}
          placeholder={label}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={audienceStyles.choices}>
        {shown.map(({ id, name, member_count, sandbox_count }) => (
          <Checkbox key={id} checked={value.includes(id)} onChange={(event) => toggle(id, event.target.checked)}>
            <bdi>{name}</bdi>{' '}
            <span className={styles.quiet}>
              {i18n.number(member_count)} <SandboxCount count={sandbox_count} />
            </span>
          </Checkbox>
        ))}
        {gone.map((id) => (
          <Checkbox key={id} checked onChange={() => toggle(id, false)}>
            {t`Deleted list`}
          </Checkbox>
        ))}
      </div>
      {more > 0 && <p className={styles.quiet}>{t`${plural(more, { one: 'and # more', other: 'and # more' })}`}</p>}
    </>
  );
}
