import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './phone-field.module.css';

export type PhoneFieldProps = {
  /** What the field is for, also its placeholder. */
  label: string;
  /** Why nothing can be written; takes the place of the field. */
  closed?: ReactNode;
  /** One filled button per page: only one side has it. */
  filled?: boolean;
  /** What else can be sent: buttons before and behind the field. */
  before?: ReactNode;
  after?: ReactNode;
  /** What is answered or changed, above the field. */
  above?: ReactNode;
  /** What stands in the field at first. */
  initial?: string;
  /** Rejects with words for people; the text then stays. */
  onSend: (text: string) => Promise<void>;
};

/** The one-line field of a phone. */
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
