import type { MergePerson } from '@parley/contract/merge';
import type { Thread } from '@parley/contract/types';
import { useEffect } from 'react';
import { useAccount, useRow } from '../sync/public.ts';

/** Who a thread is with, as far as merging needs it; own fields come as soon as the contact was read. */
export function usePerson(thread: Thread): MergePerson {
  const account = useAccount();
  const contact = useRow('contacts', thread.contact_id);
  const isKnown = contact !== undefined;
  useEffect(() => {
    if (isKnown) return;
    account.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } }).then(
      (row) => account.store.putRows('contacts', [row]),
      // Offline, or deleted: name and number of the conversation do.
      () => undefined,
    );
  }, [account, isKnown, thread.contact_id]);
  const { name, phone_number } = contact ?? thread.contact;
  return { name, phone_number, custom_fields: contact?.custom_fields ?? {} };
}
