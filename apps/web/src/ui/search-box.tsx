import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { inputClass } from './field.tsx';
import { smallIcon } from './icon.ts';
import styles from './search-box.module.css';

type SearchBoxProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Typing is debounced for this many milliseconds; Enter searches immediately. */
  gatherMs?: number;
};

/** Searches within a page; `/` focuses it. */
export function SearchBox({ label, value, onChange, gatherMs = 0 }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  // Reported values that have not come back yet, oldest first: a value among them is an echo, not a change from
  // outside.
  const reported = useRef([value]);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    const place = reported.current.indexOf(value);
    if (place >= 0) return void reported.current.splice(0, place);
    reported.current = [value];
    setTyped(value);
  }, [value]);
  const look = (text: string) => {
    if (text === reported.current.at(-1)) return;
    reported.current.push(text);
    tell.current(text);
  };
  const lookLater = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(lookLater.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(lookLater.current);
    if (gatherMs === 0) look(text);
    else lookLater.current = setTimeout(() => look(text), gatherMs);
  };
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
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') {
            // What is typed goes first, then the layer around it.
            event.preventDefault();
            type('');
          }
          if (event.key === 'Enter') {
            // It searches, and does not send a form around it.
            event.preventDefault();
            look(typed);
          }
        }}
      />
    </label>
  );
}
