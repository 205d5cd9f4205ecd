import type { MediaContent, Message } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { type LiveAccount, useAccount } from '../sync/public.ts';

type Info = MediaContent['media_info'];

/** An address that ends sooner than this is asked for anew: a film takes time to be looked at. */
const enoughMs = 60_000;
const asked = new Map<string, Promise<Info | null>>();

export function mediaOf(message: Message): MediaContent | undefined {
  return message.image ?? message.video ?? message.audio ?? message.document ?? message.sticker;
}

/** When a signed address ends, milliseconds since 1970; null for addresses that are none of those. */
export function addressEndsMs(url: string): number | null {
  const end = /[?&]e=(\d+)/.exec(url)?.[1];
  return end === undefined ? null : Number(end) * 1_000;
}

function isUsable({ url }: Info, nowMs: number): boolean {
  const endsMs = url === null ? null : addressEndsMs(url);
  return endsMs === null || endsMs - nowMs > enoughMs;
}

/**
 * A message's file with an address that works now: what stands in a row on this device may be days old.
 * @returns null for a moment, while a fresh address is asked for
 */
export function useFreshMedia(message: Message): Info | null {
  const account = useAccount();
  const info = mediaOf(message)?.media_info;
  const [fresh, setFresh] = useState<Info | null>(null);
  const nowMs = Date.now();
  const usable = info === undefined || info.state !== 'ready' || isUsable(info, nowMs);
  const known = fresh !== null && isUsable(fresh, nowMs) ? fresh : null;
  const wanted = !usable && known === null;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void readAgain(account, message.id).then((read) => {
      if (!left && read !== null) setFresh(read);
    });
    return () => {
      left = true;
    };
  }, [account, message.id, wanted]);
  return usable ? (info ?? null) : known;
}

/** An address of a message's file that works now; null when none can be had. */
export async function freshAddress(account: LiveAccount, message: Message): Promise<string | null> {
  const info = mediaOf(message)?.media_info;
  if (info !== undefined && isUsable(info, Date.now())) return info.url;
  return (await readAgain(account, message.id))?.url ?? null;
}

/** Asks once, however many places show the file. Offline nothing comes, and the row stays as it is. */
function readAgain(account: LiveAccount, messageId: string): Promise<Info | null> {
  const underWay = asked.get(messageId);
  if (underWay !== undefined) return underWay;
  const read = account
    .api('GET /api/messages/{id}', { params: { id: messageId } })
    .then(
      (row) => mediaOf(row)?.media_info ?? null,
      () => null,
    )
    .finally(() => asked.delete(messageId));
  asked.set(messageId, read);
  return read;
}

/** Asks WhatsApp again for a file that could not be copied. @throws ApiError, NetworkError */
export async function fetchAgain(account: LiveAccount, messageId: string): Promise<void> {
  const row = await account.api('POST /api/messages/{id}/copy-media', { params: { id: messageId } });
  account.store.putMessage({ id: row.id, version: row.version, row });
}
