import { fixValue } from '@parley/contract/variables';
import styles from './missing-value.module.css';

/** Stands where a value is missing: nothing is sent before it is there. */
export function MissingValue({ 'aria-hidden': hidden }: { 'aria-hidden'?: boolean }) {
  return (
    <span className={styles.missing} aria-hidden={hidden}>
      {fixValue}
    </span>
  );
}

/** A text with the mark in place of its words. */
export function WithMissingValues({ text }: { text: string }) {
  const [first = '', ...rest] = text.split(fixValue);
  return (
    <>
      {first}
      {Object.entries(rest).map(([at, after]) => (
        <span key={at}>
          <MissingValue />
          {after}
        </span>
      ))}
    </>
  );
}
