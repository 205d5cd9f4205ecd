import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './form.module.css';

/**
 * A form with the app's own validation: errors are shown at their fields, and the first invalid field gets the focus.
 * `id` lets a button outside, such as in a dialog's footer, submit it.
 */
export function Form({ id, onSubmit, children }: { id?: string; onSubmit: () => Promise<void>; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(0);
  // Runs after the state of the submit was rendered, so that the errors are on the page, however busy the machine.
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

/** An error of the whole form; read immediately by screen readers. */
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
