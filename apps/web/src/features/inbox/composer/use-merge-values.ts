import type { Thread } from '@parley/contract/types';
import { useEffect, useMemo } from 'react';
import { useAccount, useRow } from '../../sync/public.ts';
import { loadContact } from '../bubble/actions/thread-actions.ts';
import { mergeContactOf } from './check-variables.ts';
import type { MergeValues } from './typed-variable.ts';

/** What the variables of a text to a contact are filled in with. @param wanted  reads what this device does not have */
export function useMergeValues(thread: Thread, wanted: boolean): MergeValues {
  const account = useAccount();
  const contact = useRow('contacts', thread.contact_id);
  const missing = wanted && contact === undefined;
  useEffect(() => {
    // Offline, what the conversation says of its contact will do.
    if (missing) loadContact(account, thread.contact_id).catch(() => undefined);
  }, [account, missing, thread.contact_id]);
  const customFields = account.store.client()?.custom_fields;
  return useMemo(
    () => ({ contact: mergeContactOf(thread, contact), customFields: customFields ?? [] }),
    [thread, contact, customFields],
  );
}
