import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { toast } from '../../../ui/toast.ts';
import type { OnFailure } from '../data/contact-calls.ts';
import type { Edited } from '../data/use-contact-edits.ts';
import { useHalfTyped } from '../data/use-half-typed.ts';
import styles from './contact-facts.module.css';
import { FactRow } from './fact-row.tsx';

export type EditedFactProps = {
  contactId: string;
  /** Tells it from the other values of the contact. */
  part: string;
  name: string;
  saved: string;
  edits: boolean;
  /** How the saved value is read. */
  children: ReactNode;
  editor: (typed: string, onChange: (typed: string) => void) => ReactNode;
  /** Below the value, while a change waits on the device. */
  waiting?: ReactNode;
  /** @returns `failed` after `failed` was told why */
  onSave: (next: string, failed?: OnFailure) => Promise<Edited>;
};

/**
 * A value that is read, and edited in place. Enter or leaving saves it, Escape keeps what it was. What a reload, which is
 * no leaving, finds half typed says that it is not saved, until it is saved or discarded.
 */
export function EditedFact(props: EditedFactProps) {
  const { name, saved, edits, children, editor, waiting, onSave } = props;
  const { t } = useLingui();
  const words = useServerErrorMessage();
  // Null while it is only read; a value changed elsewhere does not replace what is being typed.
  const half = useHalfTyped(props.contactId, props.part);
  const [typed, setTyped] = useState<string | null>(() => (edits ? half.begun() : null));
  const [found, setFound] = useState(typed !== null);
  const [error, setError] = useState<string | null>(null);
  // Enter and leaving may both come while a value is on its way.
  const sending = useRef<string | null>(null);
  const type = (next: string | null) => {
    setTyped(next);
    if (next === null) setFound(false);
    half.keep(next === saved ? null : next);
  };
  const save = async (next: string) => {
    if (sending.current === next) return;
    setError(null);
    if (next === saved) return type(null);
    sending.current = next;
    const done = await onSave(next, (failure) => setError(words(failure)));
    sending.current = null;
    if (done === 'failed') return;
    type(null);
    if (done === 'waiting') return;
    toast({ message: t`${name} is saved.`, action: { label: t`Undo`, run: () => void onSave(saved) } });
  };
  const cancel = () => {
    setError(null);
    type(null);
  };
  return (
    <FactRow
      name={name}
      edits={edits}
      value={saved === '' ? <span className={styles.none}>{t`Empty`}</span> : children}
      note={error === null ? waiting : <p className={styles.error}>{error}</p>}
      notSaved={found}
      onEdit={() => setTyped(saved)}
      onKey={(key) => (key === 'Escape' ? cancel() : typed !== null && void save(typed))}
      onLeave={() => typed !== null && void save(typed)}
      editor={typed === null ? null : editor(typed, type)}
    />
  );
}
