import type { FormEvent, ReactNode } from 'react';
import styles from './form.module.css';

/**
 * A form whose checks are the app's own: what is wrong stands under its field, and the first wrong field takes the focus.
 * `id` lets a button elsewhere, as in the foot of a dialog, submit it.
 */
export function Form({ id, onSubmit, children }: { id?: string; onSubmit: () => Promise<void>; children: ReactNode }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const focusFirstError = () => {
      // After the errors are on the page, which takes a render.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    };
    void onSubmit().finally(focusFirstError);
  };
  return (
    <form id={id} className={styles.form} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

/** What is wrong with the whole form; read at once by screen readers. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.alert} hidden={!children}>
      {children}
    </div>
  );
}

/** Fields side by side, one under the other on phones. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
