import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';

export type CollisionDialogProps = { name: string; onAnswer: (send: boolean) => void };

/** Before a reply leaves while another member writes one. */
export function CollisionDialog({ name, onAnswer }: CollisionDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      alert
      title={t`${name} is writing. Send anyway?`}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button data-focus onClick={() => onAnswer(false)}>{t`Keep editing`}</Button>
          <Button variant="filled" onClick={() => onAnswer(true)}>{t`Send anyway`}</Button>
        </>
      }
    >
      <p>{t`The customer would get two replies. Your text stays in the reply field.`}</p>
    </Dialog>
  );
}
