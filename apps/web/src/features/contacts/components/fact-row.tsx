import { useLingui } from '@lingui/react/macro';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './contact-facts.module.css';
import { focusFirst } from './focus-first.ts';

export type FactRowProps = {
  name: string;
  value: ReactNode;
  /** Below the value, such as why it could not be saved. */
  note?: ReactNode;
  /** In place of the value; null while the row is only read. */
  editor: ReactNode;
  /** Whether the member may change it. */
  edits: boolean;
  onEdit: (anchor: HTMLButtonElement) => void;
  /** Escape, or Enter after the value was saved. */
  onKey?: (key: 'Escape' | 'Enter') => void;
  /** What is edited was found half typed: it says so, and buttons do what the keys do. */
  notSaved?: boolean;
  /** The focus left the row while it was edited. */
  onLeave?: () => void;
};

/** A fact as one dense line that is read; its button edits it in place. */
export function FactRow({ name, value, note, editor, edits, notSaved, onEdit, onKey, onLeave }: FactRowProps) {
  const { t } = useLingui();
  const row = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasByKey = useRef(false);
  const editing = editor !== null;
  const wasEditing = useRef(editing);
  useEffect(() => {
    // What a reload found half typed does not take the focus.
    if (editing === wasEditing.current) return;
    wasEditing.current = editing;
    if (editing) focusFirst(row.current?.querySelector<HTMLElement>('input, select, button') ?? null);
    else if (wasByKey.current) button.current?.focus();
    wasByKey.current = false;
  }, [editing]);
  const end = (key: 'Escape' | 'Enter') => {
    wasByKey.current = true;
    onKey?.(key);
  };
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd
        ref={row}
        className={styles.value}
        data-editing={editing || undefined}
        onBlur={(event) => editing && !event.currentTarget.contains(event.relatedTarget) && onLeave?.()}
        onKeyDown={(event) => {
          if (!editing || event.defaultPrevented || (event.key !== 'Escape' && event.key !== 'Enter')) return;
          event.preventDefault();
          // The panel around the row stays open.
          event.stopPropagation();
          end(event.key);
        }}
      >
        {editor ?? (
          <>
            <span className={styles.text}>{value}</span>
            {edits && (
              <IconButton
                ref={button}
                size="sm"
                label={t`Edit ${name}`}
                className={styles.edit ?? ''}
                onClick={(event) => onEdit(event.currentTarget)}
              >
                <IconPencil {...smallIcon} />
              </IconButton>
            )}
          </>
        )}
        {note}
        {notSaved && <NotSaved onEnd={end} />}
      </dd>
    </>
  );
}

function NotSaved({ onEnd }: { onEnd: (key: 'Escape' | 'Enter') => void }) {
  const { t } = useLingui();
  // Enter presses the button that has the focus; it does not save the row.
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Enter' && event.stopPropagation();
  return (
    <div className={styles.waiting} role="status">
      {t`Not saved yet.`}{' '}
      <Button size="sm" onClick={() => onEnd('Enter')} onKeyDown={onKeyDown}>
        {t`Save`}
      </Button>{' '}
      <Button size="sm" variant="plain" onClick={() => onEnd('Escape')} onKeyDown={onKeyDown}>
        {t`Discard`}
      </Button>
    </div>
  );
}
