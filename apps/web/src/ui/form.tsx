import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './form.module.css';

/**
 * A form whose checks are the app's own: what is wrong stands under its field, and the first wrong field takes the focus.
 * `id` lets a button elsewhere, as in the foot of a dialog, submit it.
 */
export function Form({ id, onSubmit, children }: { id?: string; onSubmit: () => Promise<void>; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(0);
  // Counted behind what the submit set, so that the errors are on the page when this runs, however busy the machine.
  useEffect(() => {
    if (answers > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answers]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onSubmit().finally(() => setAnswers((count) => count + 1));
  };
  return (
    <form ref={form} id={id} className={styles.form} noValidate onSubmit={submit}>
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
