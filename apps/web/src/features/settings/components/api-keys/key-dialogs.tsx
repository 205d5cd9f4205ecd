import { useLingui } from '@lingui/react/macro';
import type { ApiKey } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { FormError } from '../../../../ui/form.tsx';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useRelativeTime } from '../../../../ui/use-relative-time.ts';
import { invalidateApiKeys } from '../../data/api-keys.ts';
import styles from '../business/business.module.css';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RevealKey } from './reveal-key.tsx';

export type KeyDialogState = { kind: 'create' } | { kind: 'rotate' | 'revoke'; row: ApiKey };

/** The dialogs of an API key: rotate, revoke, and showing a new key once. */
export function KeyDialogs({ question, onClose }: { question: KeyDialogState; onClose: () => void }) {
  const [made, setMade] = useState<(ApiKey & { key: string }) | null>(null);
  const show = (key: ApiKey & { key: string }) => {
    invalidateApiKeys();
    setMade(key);
  };
  if (made) return <RevealKey made={made} onClose={onClose} />;
  if (question.kind === 'create') return <CreateKeyDialog onMade={show} onClose={onClose} />;
  if (question.kind === 'rotate') return <RotateDialog row={question.row} onMade={show} onClose={onClose} />;
  return <RevokeDialog row={question.row} onClose={onClose} />;
}

function RotateDialog(props: { row: ApiKey; onMade: (key: ApiKey & { key: string }) => void; onClose: () => void }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const { near } = useRelativeTime();
  const [hours, setHours] = useState('24');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { row } = props;
  const rotate = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const body = { keep_old_hours: Number(hours) };
      props.onMade(await api('POST /api/api-keys/{id}/rotate', { params: { id: row.id }, body }));
    } catch (error) {
      setProblem(serverText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t`Rotate ${row.name}`}
      lightDismiss={false}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t`Cancel`}</Button>
          <Button variant="filled" busy={busy} onClick={() => void rotate()}>{t`Create new key`}</Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormError>{problem}</FormError>
        {row.state === 'paused' ? (
          <p>{t`This creates a key with the same scopes, channels and addresses, owned by you. The old key is paused and will be revoked.`}</p>
        ) : (
          <p>{t`This creates a key with the same scopes, channels and addresses. The old key keeps working for the time you choose.`}</p>
        )}
        <p className={styles.quiet}>
          {row.last_used_at === null
            ? t`The old key was never used.`
            : t`The old key was last used ${near(row.last_used_at)}.`}
        </p>
        {row.state === 'active' && (
          <SelectField
            label={t`Revoke the old key`}
            choices={[
              { value: '0', label: t`Now` },
              { value: '1', label: t`In 1 hour` },
              { value: '24', label: t`In 24 hours` },
              { value: '72', label: t`In 3 days` },
              { value: '168', label: t`In 7 days` },
            ]}
            value={hours}
            onChange={setHours}
          />
        )}
      </div>
    </Dialog>
  );
}

function RevokeDialog({ row, onClose }: { row: ApiKey; onClose: () => void }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const { near } = useRelativeTime();
  return (
    <ConfirmDialog
      title={t`Revoke ${row.name}?`}
      confirm={t`Revoke key`}
      keep={t`Cancel`}
      problem={serverText}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /api/api-keys/{id}', { params: { id: row.id } });
        invalidateApiKeys();
        toast({ message: t`${row.name} is revoked.` });
      }}
    >
      <p>{t`Programs that use this key lose access immediately. This can’t be undone.`}</p>
      <p className={styles.quiet}>
        {row.last_used_at === null ? t`This key was never used.` : t`This key was last used ${near(row.last_used_at)}.`}
      </p>
    </ConfirmDialog>
  );
}
