import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';

export const mediaVariants = ['file', 'thumbnail'] as const;
export type MediaVariant = (typeof mediaVariants)[number];

/**
 * URLs signed in the same quarter of an hour are equal, so that browsers can cache; they are valid for one more
 * quarter.
 */
const quarterS = 900;
const macBytes = 20;
const idBytes = 16;

/** Signs and verifies URLs of media: for one file, one variant, one account, and a short time. */
export type MediaUrls = {
  /** Valid for 15 to 30 minutes. */
  urlOf(clientId: string, mediaId: string, variant: MediaVariant): string;
  /** @returns the account and when the URL expires, in seconds since 1970; null when it is forged or expired */
  verify(mediaId: string, variant: string, e: string, s: string): { clientId: string; endsAtS: number } | null;
};

export function createMediaUrls(platform: Platform, nowMs: () => number = Date.now): MediaUrls {
  const [key = '', ...olderKeys] = platform.secrets.deriveAll('media addresses');
  const macBy = (key: string, clientId: string, mediaId: string, variant: string, endsAtS: number) =>
    createHmac('sha256', Buffer.from(key, 'hex'))
      .update(`${clientId} ${mediaId} ${variant} ${endsAtS}`)
      .digest()
      .subarray(0, macBytes);

  return {
    urlOf(clientId, mediaId, variant) {
      const endsAtS = (Math.floor(nowMs() / 1_000 / quarterS) + 2) * quarterS;
      // The signature covers the account, so that a file is only read from the account it was signed for.
      const account = Buffer.from(clientId.replaceAll('-', ''), 'hex');
      const s = Buffer.concat([account, macBy(key, clientId, mediaId, variant, endsAtS)]).toString('base64url');
      return `/media/${mediaId}/${variant}?e=${endsAtS}&s=${s}`;
    },
    verify(mediaId, variant, e, s) {
      if (!/^\d{9,11}$/.test(e) || !/^[\w-]{48}$/.test(s)) return null;
      const endsAtS = Number(e);
      const signed = Buffer.from(s, 'base64url');
      const clientId = uuidOf(signed.subarray(0, idBytes));
      const given = signed.subarray(idBytes);
      if (given.length !== macBytes) return null;
      const wanted = [key, ...olderKeys].map((each) => macBy(each, clientId, mediaId, variant, endsAtS));
      if (!wanted.some((mac) => timingSafeEqual(given, mac))) return null;
      return endsAtS * 1_000 > nowMs() ? { clientId, endsAtS } : null;
    },
  };
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
