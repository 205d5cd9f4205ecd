import { useLingui } from '@lingui/react/macro';
import type { Label, LabelColor } from '@parley/contract/types';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ColorChoice } from '../../../ui/color-choice.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { inputClass } from '../../../ui/field.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { NewEntry } from '../../../ui/new-entry.tsx';
import { useEnterOrLeave } from '../../../ui/use-enter-or-leave.ts';
import { useAccount, useRows } from '../../sync/public.ts';
import styles from './label.module.css';
import { useAddLabel } from './use-add-label.ts';

/** The account's labels: add, rename, recolor, delete. */
export function LabelDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const labels = useRows('labels');
  const addLabel = useAddLabel();
  return (
    <Dialog title={t`Labels`} onClose={onClose}>
      <ul className={styles.rows}>
        {labels.map((label) => (
          <li key={label.id}>
            <LabelRow label={label} />
          </li>
        ))}
        <li>
          <NewEntry label={t`New label`} onAdd={addLabel} />
        </li>
      </ul>
    </Dialog>
  );
}

function LabelRow({ label }: { label: Label }) {
  const { t } = useLingui();
  const account = useAccount();
  const messageText = useServerErrorMessage();
  const [name, setName] = useState(label.name);
  const [error, setError] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const change = async (body: { name?: string; color?: LabelColor }) => {
    try {
      account.store.putRows('labels', [await account.api('PUT /api/labels/{id}', { params: { id: label.id }, body })]);
      setError(null);
    } catch (failure) {
      setError(messageText(failure));
    }
  };
  const leaving = useEnterOrLeave(() => {
    const wanted = name.trim();
    if (wanted !== '' && wanted !== label.name) return void change({ name: wanted });
    setName(label.name);
    setError(null);
  });
  return (
    <div className={styles.row}>
      <input
        className={inputClass()}
        aria-label={t`Name of ${label.name}`}
        value={name}
        maxLength={40}
        onChange={(event) => setName(event.target.value)}
        {...leaving}
      />
      <ColorChoice chosen={label.color} onChoose={(color) => void change({ color })} />
      <IconButton label={t`Delete ${label.name}`} size="sm" onClick={() => setDeleting(true)}>
        <IconTrash {...icon} />
      </IconButton>
      {error !== null && <p className={styles.error}>{error}</p>}
      {deleting && (
        <ConfirmDialog
          title={t`Delete the label ${label.name}?`}
          confirm={t`Delete label`}
          keep={t`Keep label`}
          onConfirm={async () => {
            await account.api('DELETE /api/labels/{id}', { params: { id: label.id } });
          }}
          onClose={() => setDeleting(false)}
        >
          {t`The label is removed from all conversations. The conversations are not deleted.`}
        </ConfirmDialog>
      )}
    </div>
  );
}
