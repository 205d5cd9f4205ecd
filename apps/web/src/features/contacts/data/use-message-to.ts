import type { Contact } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { toast } from '../../../ui/toast.ts';
import { readThreads } from './contacts-data.ts';

/** Opens the latest conversation with a contact, else a new message. */
export function useMessageTo(): (contact: Contact) => Promise<void> {
  const navigate = useNavigate();
  const words = useServerErrorMessage();
  return useCallback(
    async (contact) => {
      try {
        const [latest] = await readThreads(contact.id);
        if (latest !== undefined) {
          await navigate({ to: '/inbox/$thread_id', params: { thread_id: latest.id } });
        } else {
          // A masked number is looked up by its contact.
          const whom = contact.phone_number === null ? { contact: contact.id } : { to: `+${contact.phone_number}` };
          await navigate({ to: '/compose', search: whom });
        }
      } catch (error) {
        toast({ message: words(error) });
      }
    },
    [navigate, words],
  );
}
