import { hitIn } from '@parley/contract/hit-in';
import styles from './hits.module.css';

/** A text with the places marked that a search found. */
export function Hits({ text, typed }: { text: string; typed: string }) {
  const [from, to] = hitIn(text, typed) ?? [0, 0];
  if (to === 0) return <>{text}</>;
  return (
    <>
      {text.slice(0, from)}
      <Hit>{text.slice(from, to)}</Hit>
      {text.slice(to)}
    </>
  );
}

/** What a search found in a text. */
export function Hit({ children }: { children: string }) {
  return <mark className={styles.hit}>{children}</mark>;
}
