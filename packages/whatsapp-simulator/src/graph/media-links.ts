import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Core } from '../engine/core.ts';
import { type Account, clockOf } from '../storage/accounts.ts';

/** How long a media URL is valid. */
const mediaUrlMs = 5 * 60 * 1000;

export const lookasidePath = '/simulator/lookaside/whatsapp_business/attachments/';

/** A URL for the bytes, valid for five minutes of the account's clock, and only together with its token. */
export function mediaUrl(core: Core, account: Account, mediaId: string): string {
  const expires = Math.floor((clockOf(account) + mediaUrlMs) / 1000);
  const hash = hashOf(account, mediaId, expires);
  return `${core.baseUrl()}${lookasidePath}?mid=${mediaId}&ext=${expires}&hash=${hash}`;
}

/** Whether the URL was created here for this account and is still valid. */
export function isMediaUrlGood(account: Account, query: URLSearchParams): boolean {
  const expires = Number(query.get('ext'));
  const given = Buffer.from(query.get('hash') ?? '');
  const wanted = Buffer.from(hashOf(account, query.get('mid') ?? '', expires));
  return given.length === wanted.length && timingSafeEqual(given, wanted) && clockOf(account) < expires * 1000;
}

function hashOf(account: Account, mediaId: string, expires: number): string {
  return createHmac('sha256', account.app_secret).update(`${mediaId} ${expires}`).digest('base64url');
}
