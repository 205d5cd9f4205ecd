import { isIP } from 'node:net';
import { isLoopback } from '../../platform/config.ts';

/** What browsers bind passkeys to: a name, and the address of the pages that may use them. */
export type PasskeySite = { rpId: string; origin: string };

/**
 * Browsers allow passkeys on pages with https and a name, and on this machine as `localhost`, never on an IP address.
 * @returns null where the public address allows none
 */
export function passkeySite(publicUrl: string): PasskeySite | null {
  if (!URL.canParse(publicUrl)) return null;
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (isLoopback(hostname)) {
    return { rpId: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
  }
  // Brackets enclose an IPv6 address.
  if (protocol !== 'https:' || isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  return { rpId: hostname, origin };
}
