import { useLingui } from '@lingui/react/macro';
import type { Contact, Thread } from '@parley/contract/types';
import { Suspense, useState } from 'react';
import { QueryScope } from '../../../../platform/query.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { contactName, MergeDialog } from '../../../contacts/public.ts';
import { useAccount } from '../../../sync/public.ts';
import { ContactSearch } from '../../composer/structured/contact-search.tsx';

export type MergeContactProps = {
  thread: Thread;
  /** The conversation became part of another one. */
  onMoved: (threadId: string) => void;
  onClose: () => void;
};

/** Merges the contact of a conversation with another one, which is searched first. */
export function MergeContact({ thread, onMoved, onClose }: MergeContactProps) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useServerErrorMessage();
  const [contacts, setContacts] = useState<readonly Contact[] | null>(null);
  const name = contactName(thread.contact);
  const choose = async (other: Contact) => {
    try {
      setContacts([await account.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } }), other]);
    } catch (error) {
      toast({ message: words(error) });
    }
  };
  const merged = async () => {
    // Of two conversations on one channel one goes on.
    const now = await account.api('GET /api/threads/{id}', { params: { id: thread.id } });
    account.store.putRows('threads', [now]);
    if (now.id !== thread.id) onMoved(now.id);
  };
  const close = (survivorId: string | null) => {
    onClose();
    // Offline the feed brings the same later.
    if (survivorId !== null) void merged().catch(() => undefined);
  };
  return (
    <QueryScope>
      {contacts === null ? (
        <Dialog title={t`Merge ${name} with another contact`} onClose={onClose}>
          <p>{t`Choose the duplicate contact. You pick what to keep in the next step.`}</p>
          <ContactSearch onChoose={(other) => void choose(other)} without={thread.contact_id} />
        </Dialog>
      ) : (
        <Suspense>
          <MergeDialog contacts={contacts} onClose={close} />
        </Suspense>
      )}
    </QueryScope>
  );
}
