import { createHash, randomBytes } from 'node:crypto';
import { type Account, followRedirects, type IdentityProvider } from './identity-provider.ts';

/** A tab that begins a sign-in with a provider. */
export function newTab(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export async function redirectOf(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  if (response.status !== 302) throw new Error(`${url} answered ${response.status}`);
  return response.headers.get('location') ?? '';
}

/**
 * A complete flow with a real provider, in which `account` is signed in; null: they cancel.
 * @returns the final URL of the browser
 */
export async function passFlow(
  server: { url: string },
  provider: IdentityProvider,
  id: string,
  account: Account | null,
  challenge: string,
): Promise<URL> {
  provider.signedIn.account = account;
  const begun = await redirectOf(`${server.url}/api/auth/oidc/start?provider=${id}&challenge=${challenge}`);
  return new URL(await redirectOf(await followRedirects(`${server.url}/api/auth/oidc/callback`, begun)));
}

/** The same. @returns what the tab exchanges for a session or a connection */
export async function handoffOf(
  server: { url: string },
  provider: IdentityProvider,
  id: string,
  account: Account,
): Promise<{ handoff: string; verifier: string }> {
  const tab = newTab();
  const end = await passFlow(server, provider, id, account, tab.challenge);
  return { handoff: end.searchParams.get('handoff') ?? '', verifier: tab.verifier };
}
