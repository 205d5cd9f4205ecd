import { IconSearch } from '@tabler/icons-react';
import { inputClass } from '../../../ui/field.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import styles from './search-box.module.css';

/** Finds in what a page shows; `/` leads here. */
export function SearchBox({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className={styles.box}>
      <IconSearch {...smallIcon} aria-hidden="true" />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={label}
        className={inputClass()}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
        }}
      />
    </label>
  );
}
