import { createHash, createHmac } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';

/** The link in the email proves the address, the one that is copied does not. */
export type LinkKind = 'mail' | 'copy';

/**
 * The token of an invitation's link. Made from the installation's key, so that the same call can be answered the same
 * again although only its hash is kept; a higher serial makes other ones.
 */
export function linkToken(
  platform: Pick<Platform, 'secrets'>,
  kind: LinkKind,
  invitation: { clientId: string; id: string; serial: number },
): string {
  const { clientId, id, serial } = invitation;
  return createHmac('sha256', platform.secrets.derive('invitation links'))
    .update([kind, clientId, id, serial].join('\u001f'))
    .digest('base64url');
}

export function hashLink(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function linkHashes(
  platform: Pick<Platform, 'secrets'>,
  invitation: { clientId: string; id: string; serial: number },
): { mail: Buffer; copy: Buffer } {
  return {
    mail: hashLink(linkToken(platform, 'mail', invitation)),
    copy: hashLink(linkToken(platform, 'copy', invitation)),
  };
}

/** The path of a link, below the public URL. */
export function linkPath(token: string): string {
  return `/invitations?token=${token}`;
}
