import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useRef, useState } from 'react';
import { fieldMessage } from '../platform/errors.ts';
import { Button } from './button.tsx';
import { useErrorMessage } from './error-messages.ts';
import { FormError } from './form.tsx';
import styles from './image-field.module.css';
import { toast } from './toast.ts';

export type ImageFieldProps = {
  label: string;
  /** The purpose of the image. */
  help: string;
  /** How it looks now. */
  picture: ReactNode;
  /** There is one that can be removed. */
  given: boolean;
  /** @param file null: removes it @throws ApiError, NetworkError */
  save: (file: File | null) => Promise<void>;
};

/** The types offered by the file chooser; the server checks the actual type. */
const offered = 'image/jpeg,image/png,image/webp';
/** Larger files are refused before the upload, with the server's text. */
const mostBytes = 5 * 1024 * 1024;

/** A picture of a user or account: chosen, replaced and removed immediately. */
export function ImageField({ label, help, picture, given, save }: ImageFieldProps) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const store = async (file: File | null) => {
    if (file !== null && file.size > mostBytes) return setProblem(t`The picture can be up to 5 MB.`);
    setBusy(true);
    setProblem(null);
    try {
      await save(file);
      toast({ message: file === null ? t`${label} removed` : t`${label} saved` });
    } catch (error) {
      setProblem(fieldMessage(error, 'file') ?? words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <fieldset className={styles.field} aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      {picture}
      <div className={styles.words}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <small id={`${id}-help`}>{help}</small>
        <span className={styles.buttons}>
          <Button size="sm" busy={busy} onClick={() => input.current?.click()}>
            {given ? t`Choose another` : t`Choose a picture`}
          </Button>
          {given && (
            <Button size="sm" variant="plain" busy={busy} onClick={() => void store(null)}>
              {t`Remove`}
            </Button>
          )}
        </span>
        <FormError>{problem}</FormError>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={offered}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void store(file);
        }}
      />
    </fieldset>
  );
}
