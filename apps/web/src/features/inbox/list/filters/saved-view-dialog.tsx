import { useLingui } from '@lingui/react/macro';
import type { ThreadSort } from '@parley/contract/threads';
import type { SavedView } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { TextField } from '../../../../ui/field.tsx';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { type LiveAccount, useAccess, useAccount, useFindUser } from '../../../sync/public.ts';

export type SavedViewDialogProps = {
  /** The view to change; without it a new one is saved. */
  view?: SavedView | undefined;
  /** What the list shows now. */
  conditions: SavedView['conditions'];
  sort: ThreadSort;
  onClose: () => void;
};

async function readViews(account: LiveAccount): Promise<void> {
  account.store.replaceRows('saved_views', (await account.api('GET /api/views', {})).data, new Set());
}

/** Saves what the list shows as a view, or changes a saved one. */
export function SavedViewDialog({ view, conditions, sort, onClose }: SavedViewDialogProps) {
  const { t } = useLingui();
  const account = useAccount();
  const navigate = useNavigate();
  const messageText = useServerErrorMessage();
  const access = useAccess();
  const findUser = useFindUser();
  const form = useId();
  const [id] = useState(() => view?.id ?? uuidv7());
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [update, setUpdate] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const isOwner = view === undefined || view.owner_id === account.store.uid;
  const mayChange = isOwner || access.role !== 'User';
  const owner = view && findUser(view.owner_id)?.name;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), shared, ...((view === undefined || update) && { conditions, sort }) };
    try {
      if (view === undefined) await account.api('POST /api/views', { body: { id, ...body, conditions, sort } });
      else await account.api('PUT /api/views/{id}', { params: { id }, body });
      await readViews(account);
      onClose();
      void navigate({
        to: '.',
        search: { view: `saved:${id}`, sort: update || view === undefined ? sort : view.sort },
      });
    } catch (failure) {
      setError(messageText(failure));
    }
  };
  if (!mayChange) {
    return (
      <Dialog title={view?.name ?? ''} onClose={onClose}>
        <p>
          {owner === undefined
            ? t`Shared by a former member. Admins can change or delete this view.`
            : t`Shared by ${owner}. Only they and Admins can change or delete this view.`}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={view === undefined ? t`Save view` : t`Edit view`}
      onClose={onClose}
      footer={
        <>
          {view !== undefined && <Button variant="plain" onClick={() => setDeleting(true)}>{t`Delete view`}</Button>}
          <Button variant="filled" type="submit" form={form} disabled={name.trim() === ''}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)}>
        <TextField
          label={t`Name`}
          value={name}
          maxLength={40}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
          {t`Share with everyone`}
        </Checkbox>
        {view !== undefined && (
          <Checkbox checked={update} onChange={(event) => setUpdate(event.target.checked)}>
            {t`Use the current filters and sort`}
          </Checkbox>
        )}
      </form>
      {deleting && view !== undefined && (
        <ConfirmDialog
          title={t`Delete the view ${view.name}?`}
          confirm={t`Delete view`}
          keep={t`Keep view`}
          onConfirm={async () => {
            await account.api('DELETE /api/views/{id}', { params: { id } });
            await readViews(account);
            onClose();
            void navigate({ to: '.', search: { view: 'active' } });
          }}
          onClose={() => setDeleting(false)}
        >
          {view.shared
            ? t`The view is deleted for everyone. Its conversations are not deleted.`
            : t`The conversations of this view are not deleted.`}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
