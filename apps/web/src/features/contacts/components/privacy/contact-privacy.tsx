import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Contact, ContactExport } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { downloadFile } from '../../../../platform/download.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { queryClient } from '../../../../platform/query.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { useRefusal } from '../../../team/public.ts';
import styles from '../contact-views.module.css';

const pollIntervalMs = 2_000;
const isUnfinished = (file: ContactExport | null | undefined) => file?.state === 'waiting' || file?.state === 'running';

/** Data requests of a contact: export of all data, and erasure. */
export function ContactPrivacy({ contact, onErased }: { contact: Contact; onErased: () => void }) {
  const { t } = useLingui();
  const exports = useRefusal('contacts.export') === null;
  const erases = useRefusal('contacts.erase') === null;
  const { busy, run: runAction } = useAction();
  const [erasing, setErasing] = useState(false);
  const params = { id: contact.id };
  const key = ['person-export', contact.id];
  const { data: file } = useQuery({
    queryKey: key,
    enabled: exports,
    // A failed request here must not hide the rest of the contact.
    throwOnError: false,
    queryFn: async ({ signal }) => (await api('GET /api/contacts/{id}/data-export', { params }, { signal })).file,
    refetchInterval: ({ state }) => (isUnfinished(state.data) ? pollIntervalMs : false),
  });
  const run = async (work: () => Promise<unknown>) => {
    await runAction(work);
    void queryClient.invalidateQueries({ queryKey: key });
  };
  const collect = () => run(() => api('POST /api/contacts/{id}/data-export', { params }));
  const count = file?.messages ?? 0;
  if (!exports && !erases) return null;
  return (
    <section className={styles.section}>
      <h3>{t`Their data`}</h3>
      {exports && (
        <>
          <p className={styles.quiet}>
            {isUnfinished(file) && t`Collecting: ${plural(count, { one: '# message', other: '# messages' })} so far.`}
            {file?.state === 'done' &&
              t`The file is ready: ${plural(count, { 0: 'no messages', one: '# message', other: '# messages' })}. It’s deleted after a week.`}
            {file?.state === 'failed' && t`Couldn’t export the data. Try again.`}
            {(file === null || file === undefined) && t`Everything stored about this contact, in one file.`}
          </p>
          <span className={styles.actions}>
            {file?.state === 'done' && (
              <Button
                size="sm"
                busy={busy}
                onClick={() =>
                  void run(() =>
                    downloadFile(
                      'GET /api/contacts/{id}/data-export/file',
                      { params: { id: contact.id } },
                      `person-${contact.id}.json`,
                    ),
                  )
                }
              >{t`Download file`}</Button>
            )}
            <Button
              size="sm"
              variant={file?.state === 'done' ? 'plain' : 'outlined'}
              busy={busy || isUnfinished(file)}
              onClick={() => void collect()}
            >
              {file?.state === 'done' ? t`Create a new file` : t`Export their data`}
            </Button>
          </span>
        </>
      )}
      {erases && (
        <span className={styles.actions}>
          <Button size="sm" danger onClick={() => setErasing(true)}>{t`Erase this contact`}</Button>
        </span>
      )}
      {erasing && (
        <EraseDialog
          contact={contact}
          onClose={(done) => {
            setErasing(false);
            if (done) onErased();
          }}
        />
      )}
    </section>
  );
}

function EraseDialog({ contact, onClose }: { contact: Contact; onClose: (done: boolean) => void }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [id] = useState(uuidv7);
  const name = contact.name || contact.phone_number || t`this contact`;
  const word = 'ERASE';
  return (
    <ConfirmDialog
      title={t`Erase ${name} permanently?`}
      confirm={t`Erase permanently`}
      keep={t`Keep them`}
      typed={{ word, label: t`Type ${word} to confirm` }}
      problem={words}
      onClose={() => onClose(false)}
      onConfirm={async () => {
        await api('POST /api/contacts/{id}/erase', { params: { id: contact.id }, body: { id, confirm: word } });
        toast({ message: t`The contact is being erased. The receipt in Business settings shows when this is done.` });
        onClose(true);
      }}
    >
      <p>{t`This deletes the contact, all conversations and files, notes and raw WhatsApp events. You can’t undo this.`}</p>
      <p>{t`Older backups still contain them until you delete those backups. If you restore one, erase them again.`}</p>
    </ConfirmDialog>
  );
}
