import { useEffect, useState } from 'react';
import { useAccount } from '../../sync/public.ts';
import { isUsable } from './media/use-fresh-media.ts';
import { readInteractive, type SentCard } from './structured-content.ts';

/**
 * The cards of a message with valid URLs of their files, because a row on this device may be days old.
 * @param messageId undefined for a preview, whose files are here
 */
export function useFreshCards(messageId: string | undefined, cards: readonly SentCard[]): readonly SentCard[] {
  const account = useAccount();
  const [fresh, setFresh] = useState<readonly SentCard[] | null>(null);
  const nowMs = Date.now();
  const usable = (all: readonly SentCard[]) => all.every(({ file }) => file === undefined || isUsable(file, nowMs));
  const wanted = messageId !== undefined && !usable(cards) && (fresh === null || !usable(fresh));
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    account.api('GET /api/messages/{id}', { params: { id: messageId } }).then(
      ({ interactive }) => !left && setFresh(readInteractive(interactive).cards),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [account, messageId, wanted]);
  if (messageId === undefined || usable(cards)) return cards;
  return fresh ?? cards.map(({ file, ...card }) => ({ ...card, file: file && { ...file, url: null } }));
}
