import type { Thread } from '@parley/contract/types';
import type { VariableContact } from '@parley/contract/variables';
import { useEffect } from 'react';
import { useAccount, useRow } from '../../sync/public.ts';

/** The contact of a thread for template variables; custom fields follow once the contact was loaded. */
export function useMergeContact(thread: Thread): VariableContact {
  const account = useAccount();
  const contact = useRow('contacts', thread.contact_id);
  const isKnown = contact !== undefined;
  useEffect(() => {
    if (isKnown) return;
    account.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } }).then(
      (row) => account.store.putRows('contacts', [row]),
      // Offline, or deleted: the conversation has name and number.
      () => undefined,
    );
  }, [account, isKnown, thread.contact_id]);
  const { name, phone_number } = contact ?? thread.contact;
  return { name, phone_number, custom_fields: contact?.custom_fields ?? {} };
}
