import { randomBytes } from 'node:crypto';
import { hashToken, type IdentityContext } from '../context.ts';
import type { FlowSecrets, ProviderClients } from '../provider-clients.ts';
import { addFlow, addHandoff, takeFlow } from '../provider-repo.ts';

type Parts = { context: IdentityContext; providers: ProviderClients };

/** What the screen says when the way ends before the person is known. */
export type WayError = 'cancelled' | 'expired' | 'failed' | 'unknown-provider';

/**
 * To a provider.
 * @param challenge base64url SHA-256 of the verifier of the tab that begins; without one nobody can finish
 * @returns where to send the browser
 */
export async function beginProviderWay(
  { context, providers }: Parts,
  providerId: string,
  challenge: string | undefined,
): Promise<string> {
  const setting = providers.find(providerId);
  if (setting === null) return errorPage(context, 'unknown-provider', null);
  try {
    const { url, state, secrets } = await providers.begin(setting, redirectUri(context));
    const stateHash = hashToken(state);
    await addFlow(context.database, {
      stateHash,
      providerId: setting.id,
      secretsEnc: context.platform.secrets.seal(JSON.stringify(secrets), flowPlace(stateHash)),
      challenge: challenge === undefined ? null : Buffer.from(challenge, 'base64url'),
    });
    return url;
  } catch (error) {
    context.platform.log.warn({ err: error, provider: setting.id }, 'sign-in: the provider could not be asked');
    return errorPage(context, 'failed', setting.id);
  }
}

/**
 * Back from a provider. What it says waits for a minute for the tab that began; no token ever stands in an address.
 * @param search the query as it came, with its question mark or empty
 * @returns where to send the browser
 */
export async function endProviderWay({ context, providers }: Parts, search: string): Promise<string> {
  const answer = new URLSearchParams(search);
  const state = answer.get('state') ?? '';
  const stateHash = hashToken(state);
  const flow = await takeFlow(context.database, stateHash);
  const setting = flow === null ? null : providers.find(flow.provider_id);
  if (flow === null || setting === null) return errorPage(context, 'expired', null);
  if (answer.has('error')) {
    const cancelled = answer.get('error') === 'access_denied';
    return errorPage(context, cancelled ? 'cancelled' : 'failed', setting.id);
  }
  try {
    const { secrets } = context.platform;
    const kept = JSON.parse(secrets.open(flow.secrets_enc, flowPlace(stateHash))) as FlowSecrets;
    const identity = await providers.finish(setting, new URL(`${redirectUri(context)}${search}`), state, kept);
    const handoff = randomBytes(32).toString('base64url');
    const hash = hashToken(handoff);
    const identityEnc = secrets.seal(JSON.stringify(identity), handoffPlace(hash));
    await addHandoff(context.database, { hash, challenge: flow.challenge, identityEnc });
    return `${context.platform.publicUrl()}/loggedin?handoff=${handoff}`;
  } catch (error) {
    context.platform.log.warn({ err: error, provider: setting.id }, 'sign-in: the provider gave no valid answer');
    return errorPage(context, 'failed', setting.id);
  }
}

/** Where providers send people back to; operators register it there. */
function redirectUri({ platform }: IdentityContext): string {
  return `${platform.publicUrl()}/api/auth/oidc/callback`;
}

function errorPage({ platform }: IdentityContext, error: WayError, providerId: string | null): string {
  const provider = providerId === null ? '' : `&provider=${providerId}`;
  return `${platform.publicUrl()}/login-redirect?error=${error}${provider}`;
}

function flowPlace(stateHash: Buffer): string {
  return `oidc_flows.secrets:${stateHash.toString('hex')}`;
}

export function handoffPlace(hash: Buffer): string {
  return `auth_handoffs.identity:${hash.toString('hex')}`;
}
