import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { inputClass } from '../../../ui/field.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import styles from './search-field.module.css';

/** Letters gather so long before they are looked for, milliseconds. */
const gatherMs = 200;

/** Finds by a fragment of a name or number; `/` leads here. */
export function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), gatherMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <label className={styles.box}>
      <IconSearch {...smallIcon} aria-hidden="true" />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={label}
        className={inputClass()}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') setTyped('');
          if (event.key === 'Enter') onChange(typed);
        }}
      />
    </label>
  );
}
