import type { MediaContent, MediaKind, Message } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { type LiveAccount, useAccount } from '../../../sync/public.ts';
import { readText } from '../read-text.ts';

type Info = MediaContent['media_info'];

/** A URL that expires sooner than this is renewed, because watching a video takes time. */
const enoughMs = 60_000;
const asked = new Map<string, Promise<Info | null>>();

export function mediaOf(message: Message): MediaContent | undefined {
  return message.image ?? message.video ?? message.audio ?? message.document ?? message.sticker;
}

const headerKinds: Readonly<Record<string, MediaKind>> = { image: 'image', video: 'video', document: 'document' };

/** A template or an interactive message with an uploaded header file as if it were that file; others as they are. */
export function withHeaderFile(message: Message): Message {
  const { template, interactive } = message;
  const info = (template ?? interactive)?.media_info as Info | undefined;
  if (info === undefined) return message;
  const header = (interactive ?? (template?.display as Record<string, unknown> | undefined))?.header;
  const kind = headerKinds[(readText(header, 'type') || readText(header, 'format')).toLowerCase()];
  if (kind === undefined) return message;
  return { ...message, type: kind, template: undefined, interactive: undefined, [kind]: { media_info: info } };
}

/** When a signed URL expires, milliseconds since 1970; null for other URLs. */
export function addressEndsMs(url: string): number | null {
  const end = /[?&]e=(\d+)/.exec(url)?.[1];
  return end === undefined ? null : Number(end) * 1_000;
}

export function isUsable({ url }: Pick<Info, 'url'>, nowMs: number): boolean {
  const endsMs = url === null ? null : addressEndsMs(url);
  return endsMs === null || endsMs - nowMs > enoughMs;
}

/**
 * A message's file with a valid URL, because a row on this device may be days old.
 * @returns null while a new URL is requested
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

/** A valid URL of a message's file; null when none is available. */
export async function freshAddress(account: LiveAccount, message: Message): Promise<string | null> {
  const info = mediaOf(message)?.media_info;
  if (info !== undefined && isUsable(info, Date.now())) return info.url;
  return (await readAgain(account, message.id))?.url ?? null;
}

/** One request for all components that show the file. Offline nothing is requested, and the row stays unchanged. */
function readAgain(account: LiveAccount, messageId: string): Promise<Info | null> {
  const inFlight = asked.get(messageId);
  if (inFlight !== undefined) return inFlight;
  const read = account
    .api('GET /api/messages/{id}', { params: { id: messageId } })
    .then(
      (row) => mediaOf(withHeaderFile(row))?.media_info ?? null,
      () => null,
    )
    .finally(() => asked.delete(messageId));
  asked.set(messageId, read);
  return read;
}

/** Fetches a file again that could not be copied from WhatsApp. @throws ApiError, NetworkError */
export async function fetchAgain(account: LiveAccount, messageId: string): Promise<void> {
  const row = await account.api('POST /api/messages/{id}/copy-media', { params: { id: messageId } });
  account.store.putMessage({ id: row.id, version: row.version, row });
}
