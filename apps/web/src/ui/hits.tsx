import { foldText } from '@parley/contract/fold-text';
import { hitIn } from '@parley/contract/hit-in';
import styles from './hits.module.css';

/** A text with the places marked that a search found. */
export function Hits({ text, typed }: { text: string; typed: string }) {
  return <Marked text={text} hit={hitIn(text, typed)} />;
}

/** A phone number with the digits marked that a search found, however they are grouped. */
export function NumberHits({ text, typed }: { text: string; typed: string }) {
  const number = foldText(typed).trim();
  // Nationally it begins with a zero that the international form lacks.
  const digits = /^[\d\s()+./-]+$/.test(number) ? number.replaceAll(/\D/g, '').replace(/^0+/, '') : '';
  const found = digits === '' ? null : new RegExp([...digits].join('\\D*')).exec(text);
  return <Marked text={text} hit={found && [found.index, found.index + found[0].length]} />;
}

function Marked({ text, hit }: { text: string; hit: [from: number, to: number] | null }) {
  const [from, to] = hit ?? [0, 0];
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
