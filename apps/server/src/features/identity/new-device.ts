import type { Executor } from '../../platform/db/sql.ts';
import { type Caller, type IdentityContext, shortUserAgent, write } from './context.ts';
import { newDeviceEmail } from './emails.ts';
import { getUser } from './repo.ts';
import { listAgents } from './session-repo.ts';

const letterLifeS = 24 * 3_600;

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
 * Enqueues an email about a sign-in from a device that none of the user's earlier sessions came from. Call it before
 * the new session is inserted; the first sign-in ever sends none.
 */
export async function enqueueNewDeviceEmail(
  context: IdentityContext,
  tx: Executor,
  uid: string,
  caller: Caller,
): Promise<void> {
  const device = deviceOf(shortUserAgent(caller));
  const earlier = await listAgents(tx, uid);
  if (earlier.length === 0 || earlier.some((agent) => deviceOf(agent) === device)) return;
  const { email } = await getUser(tx, uid);
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  await write(context, tx, newDeviceEmail(email, { device, ip: caller.ip, at }), letterLifeS);
}
