import type { ReactNode } from 'react';
import styles from './create.module.css';

/** A named group of controls. */
export function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.way}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
