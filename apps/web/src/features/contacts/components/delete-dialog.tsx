import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactList } from '@parley/contract/types';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { PermissionNote, useRefusal } from '../../team/public.ts';
import { type ContactSelection, idsForDirectCall } from '../data/contact-selection.ts';
import { useContactActions } from '../data/use-contact-actions.ts';
import styles from './dialogs.module.css';

type DeleteDialogProps = { chosen: ContactSelection; list: ContactList | null; onClose: (done: boolean) => void };

/** In the view of a list, deleting asks whether to remove the contacts from the list or to delete them. */
export function DeleteDialog({ chosen, list, onClose }: DeleteDialogProps) {
  const { t } = useLingui();
  const actions = useContactActions();
  const name = useId();
  const mayDelete = useRefusal('contacts.delete') === null;
  const [everywhere, setEverywhere] = useState(list === null);
  const [busy, setBusy] = useState(false);
  const countText = t`${plural(chosen.count, { one: '# contact', other: '# contacts' })}`;
  const run = async () => {
    setBusy(true);
    const ids = idsForDirectCall(chosen);
    const fromList = everywhere ? null : list;
    let done = true;
    if (ids !== null) done = fromList === null ? await actions.remove(ids) : await actions.leaveList(ids, fromList);
    else if (fromList === null) await actions.many(chosen.selections, { kind: 'delete' }, null);
    else await actions.many(chosen.selections, { kind: 'remove_lists', contact_list_ids: [fromList.id] }, null);
    setBusy(false);
    if (done) onClose(true);
  };
  const removes = list === null ? '' : t`Remove ${countText} from ${list.name}`;
  const deletes = list === null ? t`Delete ${countText}` : t`Delete ${countText} everywhere`;
  return (
    <Dialog
      alert
      title={list === null ? t`Delete ${countText}?` : t`Remove or delete ${countText}?`}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button data-focus onClick={() => onClose(false)}>{t`Keep them`}</Button>
          <Button variant="filled" danger={everywhere} busy={busy} onClick={() => void run()}>
            {everywhere ? deletes : removes}
          </Button>
        </>
      }
    >
      {list !== null && (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{t`From where`}</legend>
          <label className={styles.choice}>
            <input type="radio" name={name} checked={!everywhere} onChange={() => setEverywhere(false)} />
            <span>
              {removes}
              <small>{t`The contacts stay in your contacts and in their other lists.`}</small>
            </span>
          </label>
          <label className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={everywhere}
              disabled={!mayDelete}
              onChange={() => setEverywhere(true)}
            />
            <span>
              {deletes}
              <small>{t`They leave every list and move to Deleted. You can restore them for 30 days.`}</small>
            </span>
          </label>
        </fieldset>
      )}
      {list !== null && !mayDelete && <PermissionNote right="contacts.delete" />}
      {list === null && (
        <p
          className={styles.note}
        >{t`The contacts move to Deleted. You can restore them for 30 days. Conversations are not deleted.`}</p>
      )}
    </Dialog>
  );
}
