import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { useLeaveQuestion } from '../../../../ui/layer/leave-guard.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useSteady } from '../../../../ui/use-steady.ts';
import { type ClientChanges, changeClient } from '../../data/client-api.ts';
import { placeErrors } from '../../data/place-errors.ts';

export type SettingErrors = Readonly<Record<string, string>>;

type SettingDialogProps = {
  title: string;
  /** What is saved, of what is entered now; null when `problems` say why it cannot be. */
  changes: () => ClientChanges | null;
  /** Paths of the fields that can show an error: `working_hours.days.mon.0.to`. */
  fields: readonly string[];
  /** Errors found before saving. */
  problems?: SettingErrors;
  /** The confirmation. */
  saved: string;
  onClose: () => void;
  children: (errors: SettingErrors) => ReactNode;
};

/** Changes one setting of the account. */
export function SettingDialog(props: SettingDialogProps) {
  const { title, changes, fields, problems, saved, onClose, children } = props;
  const { t } = useLingui();
  const formId = useId();
  const words = useServerErrorMessage();
  const [errors, setErrors] = useState<SettingErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const read = () => JSON.stringify(changes());
  const readNow = useSteady(read);
  const before = useRef('');
  useEffect(() => {
    before.current = readNow();
  }, [readNow]);
  const { leave, question } = useLeaveQuestion(
    t`Leave without saving?`,
    () => !busy && read() !== before.current,
    busy ? () => undefined : onClose,
  );
  const submit = async () => {
    if (busy) return;
    setProblem(null);
    const wanted = changes();
    setErrors({});
    if (wanted === null) return;
    setBusy(true);
    try {
      await changeClient(wanted);
      toast({ message: saved });
      onClose();
    } catch (error) {
      setBusy(false);
      const placed = placeErrors(error, fields);
      setErrors(placed);
      setProblem(Object.keys(placed).length > 0 ? null : words(error));
    }
  };
  return (
    <Dialog
      title={title}
      size="lg"
      lightDismiss={false}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={busy}>{t`Save`}</Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <FormError>{problem}</FormError>
        {children({ ...problems, ...errors })}
      </Form>
      {question}
    </Dialog>
  );
}
