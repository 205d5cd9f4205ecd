import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useServerWords } from '../../ui/request-words.ts';
import { toast } from '../../ui/toast.ts';
import { composeIsHere } from './compose.ts';
import { readThreads } from './contacts-data.ts';

/** Goes to where one writes to somebody: their latest conversation, else a first message. */
export function useMessageTo(): (contact: Contact) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useServerWords();
  return useCallback(
    async (contact) => {
      try {
        const [latest] = await readThreads(contact.id);
        if (latest !== undefined) {
          await navigate({ to: '/inbox/$thread_id', params: { thread_id: latest.id } });
        } else if (composeIsHere && contact.phone_number !== null) {
          await navigate({ to: '/compose', search: { to: `+${contact.phone_number}` } });
        } else {
          toast({ message: t`There is no conversation yet: it begins when they write to you.` });
        }
      } catch (error) {
        toast({ message: words(error) });
      }
    },
    [navigate, t, words],
  );
}
