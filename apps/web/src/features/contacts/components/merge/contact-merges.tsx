import { useLingui } from '@lingui/react/macro';
import type { Contact, ContactDuplicate } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { listText } from '../../../../platform/formats.ts';
import { queryClient } from '../../../../platform/query.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { toast } from '../../../../ui/toast.ts';
import { useRelativeTime } from '../../../../ui/use-relative-time.ts';
import { useRefusal } from '../../../team/public.ts';
import { mergesKey, useUndoMerge } from '../../data/use-undo-merge.ts';
import styles from '../contact-views.module.css';
import { MergeDialog } from './merge-dialog.tsx';
import { useUndoSkippedText } from './use-undo-skipped-text.ts';

type Props = {
  contact: Contact;
  /** Called with the contact that this one was merged into. */
  onContactMoved?: (id: string) => void;
};

/** Possible duplicates of a contact, and the contacts merged into it. */
export function ContactMerges({ contact, onContactMoved }: Props) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  const words = useServerErrorMessage();
  const skippedText = useUndoSkippedText();
  const undo = useUndoMerge();
  const edits = useRefusal('contacts.edit') === null;
  const deletes = useRefusal('contacts.delete') === null;
  const [merging, setMerging] = useState<readonly Contact[] | null>(null);
  const params = { id: contact.id };
  const key = [...mergesKey, contact.id];
  const { data: pairs = [] } = useQuery({
    queryKey: [...key, 'pairs', contact.version],
    queryFn: async ({ signal }) => (await api('GET /api/contacts/{id}/duplicates', { params }, { signal })).data,
  });
  const { data: merges = [] } = useQuery({
    queryKey: [...key, 'merges', contact.version],
    queryFn: async ({ signal }) => (await api('GET /api/contacts/{id}/merges', { params }, { signal })).data,
  });
  const reasons: Record<ContactDuplicate['reason'], string> = {
    same_person: t`WhatsApp reported both as the same person`,
    changed_number: t`Changed to this number`,
    number: t`Same number, written differently`,
    name: t`The same name`,
  };
  const forget = () => void queryClient.invalidateQueries({ queryKey: key });
  const otherOf = ({ contacts: [a, b] }: ContactDuplicate) => (a.id === contact.id ? b : a);
  const begin = async (id: string) => {
    try {
      setMerging([contact, await api('GET /api/contacts/{id}', { params: { id } })]);
    } catch (error) {
      toast({ message: words(error) });
    }
  };
  const dismiss = async (id: string) => {
    try {
      await api('POST /api/contacts/duplicates/dismiss', { body: { contact_ids: [contact.id, id] } });
      forget();
    } catch (error) {
      toast({ message: words(error) });
    }
  };
  if (pairs.length === 0 && merges.length === 0) return null;
  return (
    <section className={styles.section}>
      {pairs.length > 0 && <h3>{t`Possible duplicate`}</h3>}
      <ul className={styles.list}>
        {pairs.map((pair) => {
          const other = otherOf(pair);
          const name = other.name || other.username || other.phone_number || other.phone_masked || t`No name`;
          return (
            <li key={other.id} className={styles.item}>
              <bdi>{name}</bdi>
              <span className={styles.quiet}>{reasons[pair.reason]}</span>
              {edits && (
                <span className={styles.actions}>
                  {deletes && (
                    <Button size="sm" aria-label={t`Merge with ${name}`} onClick={() => void begin(other.id)}>
                      {t`Merge`}
                    </Button>
                  )}
                  <Button
                    size="sm"
                    variant="plain"
                    aria-label={t`${name} is a different contact`}
                    onClick={() => void dismiss(other.id)}
                  >
                    {t`Two contacts`}
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {merges.length > 0 && <h3>{t`Merged`}</h3>}
      <ul className={styles.list}>
        {merges.map((merge) => {
          const names = listText(merge.merged.map(({ name }) => name || t`No name`));
          return (
            <li key={merge.id} className={styles.item}>
              <bdi>{names}</bdi>
              <span className={styles.quiet}>
                {merge.undone_at === null ? near(merge.created_at) : t`Undone ${near(merge.undone_at)}`}
                {merge.kept.length > 0 && <>. {t`Skipped: ${skippedText(merge.kept)}`}</>}
              </span>
              {edits && merge.undo_until !== null && (
                <span className={styles.actions}>
                  <Button size="sm" aria-label={t`Undo the merge of ${names}`} onClick={() => void undo(merge.id)}>
                    {t`Undo`}
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {merging && (
        <MergeDialog
          contacts={merging}
          onClose={(staysId) => {
            setMerging(null);
            forget();
            if (staysId !== null && staysId !== contact.id) onContactMoved?.(staysId);
          }}
        />
      )}
    </section>
  );
}
