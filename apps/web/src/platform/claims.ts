import type { Role } from '@parley/contract/types';
import { readJson } from './storage.ts';

/** The claims of a token. `client_id` and `role` are null while no account is chosen. */
export type Claims = { uid: string; sid: string; client_id: string | null; role: Role | null };

const roles: readonly string[] = ['Owner', 'Admin', 'User'] satisfies Role[];

/** Parses the claims of an ID token without verifying its signature, which the server does; null when it has none. */
export function readClaims(idToken: string): Claims | null {
  const payload = idToken.split('.')[1];
  if (payload === undefined) return null;
  const claims = readJson(decodeBase64Url(payload));
  if (typeof claims !== 'object' || claims === null) return null;
  const { uid, sid, client_id, role } = claims as Record<string, unknown>;
  if (typeof uid !== 'string' || uid === '') return null;
  return {
    uid,
    sid: typeof sid === 'string' ? sid : '',
    client_id: typeof client_id === 'string' && client_id !== '' ? client_id : null,
    role: typeof role === 'string' && roles.includes(role) ? (role as Role) : null,
  };
}

function decodeBase64Url(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}
