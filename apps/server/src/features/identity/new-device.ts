import type { Executor } from '../../platform/db/sql.ts';
import { addressGroup } from '../../platform/http/address-group.ts';
import { type Caller, hashToken, type IdentityContext, shortUserAgent, write } from './context.ts';
import { isDeviceOf } from './device-repo.ts';
import { newDeviceEmail } from './emails.ts';
import { getUser } from './repo.ts';
import { listOrigins } from './session-repo.ts';

const emailLifeS = 24 * 3_600;

const browsers: readonly [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The user agent without versions: an update is not a new device. */
export function deviceOf(agent: string): string {
  const named = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? (agent.split(/[\s/]/)[0] || 'an unknown device');
}

/**
 * Enqueues an email about a sign-in from a new device: one without the cookie of an earlier sign-in of this user, unless
 * the same kind of browser signed in from the same network before. Browsers of one kind are many, so the kind alone
 * proves nothing. Call it before the new session is inserted; the first sign-in ever sends none.
 */
export async function enqueueNewDeviceEmail(
  context: IdentityContext,
  tx: Executor,
  uid: string,
  caller: Caller,
): Promise<void> {
  const device = deviceOf(shortUserAgent(caller));
  const earlier = await listOrigins(tx, uid);
  if (earlier.length === 0 || (await isDeviceOf(tx, uid, hashToken(caller.device)))) return;
  const network = addressGroup(caller.ip);
  if (earlier.some(({ user_agent, ip }) => deviceOf(user_agent) === device && addressGroup(ip ?? '') === network))
    return;
  const { email } = await getUser(tx, uid);
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  await write(context, tx, newDeviceEmail(email, { device, ip: caller.ip, at }), emailLifeS);
}
