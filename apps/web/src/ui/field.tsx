import { useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import styles from './field.module.css';

export type FieldFrameProps = {
  label: string;
  /** A secondary text after the label, such as "optional". */
  note?: string;
  /** What happens to the value, such as "Saved"; no part of the label. */
  status?: string | null;
  /** Below the control; an error replaces it. */
  help?: ReactNode;
  /** The error and how to fix it. */
  error?: string | null;
};

/** The attributes that connect a control to its label and texts. */
export type ControlTies = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Label above, control, help below; an error replaces the help. For controls of any kind. */
export function Field({
  label,
  note,
  status,
  help,
  error,
  children,
}: FieldFrameProps & { children: (ties: ControlTies) => ReactNode }) {
  const id = useId();
  const words = error || help;
  const wordsId = `${id}-words`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {note && <span className={styles.note}> {note}</span>}
      </label>
      {status && <span className={styles.status}>{status}</span>}
      {children({ id, 'aria-describedby': words ? wordsId : undefined, 'aria-invalid': error ? true : undefined })}
      {words && (
        <p id={wordsId} className={error ? styles.error : styles.help}>
          {words}
        </p>
      )}
    </div>
  );
}

export type TextFieldProps = FieldFrameProps & ComponentProps<'input'> & { large?: boolean };

/** One line of text. `large` (40 px) on pages for one task. */
export function TextField({ label, note, status, help, error, large, ...input }: TextFieldProps) {
  return (
    <Field label={label} note={note} status={status} help={help} error={error}>
      {(ties) => <input type="text" {...input} {...ties} className={inputClass(large)} />}
    </Field>
  );
}

/** Several lines of text; grows with the text where the browser can. */
export function TextAreaField({ label, note, help, error, ...area }: FieldFrameProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(ties) => <textarea rows={3} {...area} {...ties} className={`${inputClass()} ${styles.area}`} />}
    </Field>
  );
}

/** A password that can be looked at. Pasting and password managers work as everywhere. */
export function PasswordField({ label, note, help, error, large, ...input }: TextFieldProps) {
  const { t } = useLingui();
  const [visible, setVisible] = useState(false);
  const action = visible ? t`Hide password` : t`Show password`;
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(ties) => (
        <span className={styles.withButton}>
          <input {...input} {...ties} type={visible ? 'text' : 'password'} className={inputClass(large)} />
          <button
            type="button"
            className={styles.inside}
            aria-label={action}
            aria-pressed={visible}
            data-tip={action}
            onClick={() => setVisible(!visible)}
          >
            {visible ? <IconEyeOff size={18} stroke={1.75} /> : <IconEye size={18} stroke={1.75} />}
          </button>
        </span>
      )}
    </Field>
  );
}

/** The class of an input, for controls other than text. */
export function inputClass(large = false): string {
  return large ? `${styles.input} ${styles.large}` : (styles.input ?? '');
}
