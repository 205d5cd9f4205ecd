import { hitIn } from '@parley/contract/hit-in';
import type { Message } from '@parley/contract/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { useAccount } from '../../../sync/public.ts';

const pageSize = 30;

export type Finding = { text: string; starred: boolean };
type Found = { key: string; messages: readonly Message[]; cursor: string | null };

/** Messages of a conversation that have a text or a star, newest first, as the server finds them. */
export function useFindInThread(threadId: string, { text, starred }: Finding) {
  const account = useAccount();
  const words = useDebounced(text.trim());
  const key = JSON.stringify([threadId, words, starred]);
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState(false);
  const asked = useRef('');
  const idle = words === '' && !starred;
  const read = useCallback(
    async (before: Found | null) => {
      asked.current = key;
      setFailed(false);
      try {
        const page = await account.api('GET /api/threads/{id}/messages', {
          params: { id: threadId },
          query: {
            limit: pageSize,
            ...(words !== '' && { search: words }),
            ...(starred && { starred: 'true' as const }),
            ...(before?.cursor != null && { cursor: before.cursor }),
          },
        });
        if (asked.current !== key) return;
        setFound({ key, messages: [...(before?.messages ?? []), ...page.data], cursor: page.next_cursor });
      } catch {
        if (asked.current === key) setFailed(true);
      }
    },
    [account, key, threadId, words, starred],
  );
  useEffect(() => {
    if (!idle) void read(null);
  }, [idle, read]);
  const current = !idle && found?.key === key ? found : null;
  return {
    idle,
    failed,
    /** Null until the server has answered. */
    messages: current?.messages ?? null,
    words,
    readMore: current?.cursor == null ? undefined : () => void read(current),
    again: () => void read(null),
  };
}

/** A text around the first place that has the words: before, the words as written, after. */
export function snippetOf(text: string, words: string, around = 40): [string, string, string] {
  const flat = text.replaceAll(/\s+/g, ' ');
  const hit = hitIn(flat, words);
  if (hit === null) return [flat.length > 3 * around ? `${flat.slice(0, 3 * around)}…` : flat, '', ''];
  const [at, end] = hit;
  const from = Math.max(0, at - around);
  const after = flat.slice(end, end + 2 * around);
  return [
    `${from > 0 ? '…' : ''}${flat.slice(from, at)}`,
    flat.slice(at, end),
    end + 2 * around < flat.length ? `${after}…` : after,
  ];
}
