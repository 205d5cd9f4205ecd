import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import styles from './phone-field.module.css';

export type PhoneFieldProps = {
  /** The label of the field, also its placeholder. */
  label: string;
  /** Why writing is not possible; replaces the field. */
  closed?: ReactNode;
  /** One filled button per page: only one side has it. */
  filled?: boolean;
  /** Buttons before and after the field. */
  before?: ReactNode;
  after?: ReactNode;
  /** The message that is replied to or edited, above the field. */
  above?: ReactNode;
  /** The initial text of the field. */
  initial?: string;
  /** Rejects with a text for the user; the typed text then stays. */
  onSend: (text: string) => Promise<void>;
};

/** The message field of a phone, one line. */
export function PhoneField(props: PhoneFieldProps) {
  const { label, closed, filled = false, onSend } = props;
  const { t } = useLingui();
  const [text, setText] = useState(props.initial ?? '');
  const [failure, setFailure] = useState<string | null>(null);
  const send = async () => {
    const body = text.trim();
    if (body === '') return;
    setText('');
    setFailure(null);
    try {
      await onSend(body);
    } catch (error) {
      setText((typed) => typed || text);
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  if (closed !== undefined) return <p className={styles.closed}>{closed}</p>;
  return (
    <div className={styles.row}>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {props.above}
      {props.before}
      <input
        className={styles.field}
        dir="auto"
        value={text}
        maxLength={4096}
        aria-label={label}
        placeholder={label}
        enterKeyHint="send"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {props.after}
      <Button
        size="sm"
        variant={filled ? 'filled' : 'outlined'}
        blocked={text.trim() === ''}
        onClick={() => void send()}
      >
        {t`Send`}
      </Button>
    </div>
  );
}
