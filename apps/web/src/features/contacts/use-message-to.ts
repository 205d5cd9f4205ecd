import type { Contact } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useServerWords } from '../../ui/request-words.ts';
import { toast } from '../../ui/toast.ts';
import { readThreads } from './contacts-data.ts';

/** Goes to where one writes to somebody: their latest conversation, else a first message. */
export function useMessageTo(): (contact: Contact) => Promise<void> {
  const navigate = useNavigate();
  const words = useServerWords();
  return useCallback(
    async (contact) => {
      try {
        const [latest] = await readThreads(contact.id);
        if (latest !== undefined) {
          await navigate({ to: '/inbox/$thread_id', params: { thread_id: latest.id } });
        } else {
          // A number that is hidden from this person is known by its contact.
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
