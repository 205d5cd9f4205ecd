import type { ReactNode } from 'react';
import styles from './editor.module.css';

/** A titled group of controls. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
