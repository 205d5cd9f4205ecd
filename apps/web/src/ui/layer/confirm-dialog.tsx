import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { TextField } from '../field.tsx';
import { FormError } from '../form.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  /** Names the objects and their number: "Delete 340 people for good?" */
  title: string;
  /** The consequences, and that they are permanent. */
  children: ReactNode;
  /** The verb and the number: "Delete 340". */
  confirm: string;
  /** The label for keeping things unchanged: "Keep them". */
  keep: string;
  /** The text to type first; only for deleting everything, and leaving or deleting an account. */
  typed?: { word: string; label: string };
  /** Closes after success. An error is shown in the dialog with the text of `problem`. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
  problem?: (error: unknown) => string;
};

/** Asks before a permanent action. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const matches = props.typed === undefined || typed.trim() === props.typed.word;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!matches || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await props.onConfirm();
      props.onClose();
    } catch (error) {
      setBusy(false);
      setProblem(props.problem?.(error) ?? t`There was a problem processing your request. Please try again later.`);
    }
  };
  return (
    <Dialog
      alert
      title={props.title}
      onClose={busy ? () => undefined : props.onClose}
      footer={
        <>
          <Button data-focus={props.typed === undefined || undefined} onClick={props.onClose}>
            {props.keep}
          </Button>
          <Button type="submit" form={formId} variant="filled" danger blocked={!matches} busy={busy}>
            {props.confirm}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 16 }}>
        <div>{props.children}</div>
        {props.typed && (
          <TextField
            data-focus
            label={props.typed.label}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <FormError>{problem}</FormError>
      </form>
    </Dialog>
  );
}
