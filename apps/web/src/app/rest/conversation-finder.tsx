import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { contactName, readableNumber } from '../../features/inbox/public.ts';
import { useCurrentAccount } from '../../features/sync/public.ts';
import { registerFinder } from '../../ui/commands/finders.ts';
import { matchScore } from '../../ui/commands/match.ts';
import { ContactSquare } from '../../ui/contact-square.tsx';

/** The palette shows this many conversations. */
const most = 5;

/** Lets the palette find conversations by name or number among those this device holds. */
export function useConversationFinder(): void {
  const { t } = useLingui();
  const router = useRouter();
  const account = useCurrentAccount();
  useEffect(() => {
    if (account === null) return;
    return registerFinder({
      id: 'conversations',
      title: t`Conversations`,
      find: (typed) =>
        account.store.threads
          .all()
          .map((thread) => {
            const { name, username, phone_number } = thread.contact;
            const digits = typed.replace(/[^0-9]/g, '');
            const byNumber = digits.length > 2 && phone_number?.includes(digits) ? 1 : 0;
            return { thread, score: matchScore(`${name} ${username ?? ''}`, typed) || byNumber };
          })
          .filter(({ score }) => score > 0)
          .toSorted((a, b) => b.score - a.score)
          .slice(0, most)
          .map(({ thread }) => ({
            id: thread.id,
            title: contactName(thread.contact),
            note: thread.contact.phone_number ? readableNumber(thread.contact.phone_number) : undefined,
            picture: <ContactSquare name={contactName(thread.contact)} seed={thread.contact_id} size="sm" />,
            open: () => void router.navigate({ to: '/inbox/$thread_id', params: { thread_id: thread.id } }),
          })),
    });
  }, [account, router, t]);
}
