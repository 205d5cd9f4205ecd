import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';

export const mediaVariants = ['file', 'thumbnail'] as const;
export type MediaVariant = (typeof mediaVariants)[number];

/** Addresses of one quarter of an hour are the same, so that browsers find what they have; they work one quarter more. */
const quarterS = 900;
const macBytes = 20;
const idBytes = 16;

/** Makes and reads the addresses under which media are had: for one file, one variant, one account, and a short time. */
export type MediaAddresses = {
  /** Good for 15 to 30 minutes. */
  urlOf(clientId: string, mediaId: string, variant: MediaVariant): string;
  /** @returns the account and when the address ends, seconds since 1970; null when it is forged or has ended */
  read(mediaId: string, variant: string, e: string, s: string): { clientId: string; endsAtS: number } | null;
};

export function createMediaAddresses(platform: Platform, nowMs: () => number = Date.now): MediaAddresses {
  const key = Buffer.from(platform.secrets.derive('media addresses'), 'hex');
  const macOf = (clientId: string, mediaId: string, variant: string, endsAtS: number) =>
    createHmac('sha256', key).update(`${clientId} ${mediaId} ${variant} ${endsAtS}`).digest().subarray(0, macBytes);

  return {
    urlOf(clientId, mediaId, variant) {
      const endsAtS = (Math.floor(nowMs() / 1_000 / quarterS) + 2) * quarterS;
      // The account travels in the signature, so that a file is only ever looked for in the account it was signed for.
      const account = Buffer.from(clientId.replaceAll('-', ''), 'hex');
      const s = Buffer.concat([account, macOf(clientId, mediaId, variant, endsAtS)]).toString('base64url');
      return `/media/${mediaId}/${variant}?e=${endsAtS}&s=${s}`;
    },
    read(mediaId, variant, e, s) {
      if (!/^\d{9,11}$/.test(e) || !/^[\w-]{48}$/.test(s)) return null;
      const endsAtS = Number(e);
      const signed = Buffer.from(s, 'base64url');
      const clientId = uuidOf(signed.subarray(0, idBytes));
      const wanted = macOf(clientId, mediaId, variant, endsAtS);
      const given = signed.subarray(idBytes);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      return endsAtS * 1_000 > nowMs() ? { clientId, endsAtS } : null;
    },
  };
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
