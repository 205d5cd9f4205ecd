import { randomBytes } from 'node:crypto';
import { hashToken, type IdentityContext } from '../context.ts';
import type { FlowSecrets, ProviderClients } from '../provider-clients.ts';
import { addFlow, addHandoff, takeFlow } from '../provider-repo.ts';

type Parts = { context: IdentityContext; providers: ProviderClients };

/** What the screen shows when the flow ends before the user is known. */
export type ProviderFlowError = 'cancelled' | 'expired' | 'failed' | 'unknown-provider';

/**
 * Begins a flow.
 * @param challenge base64url SHA-256 of the tab's verifier, without which the flow cannot be finished
 * @returns the URL to redirect the browser to
 */
export async function beginProviderFlow(
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
      secretsEnc: context.platform.secrets.seal(JSON.stringify(secrets), flowSealContext(stateHash)),
      challenge: challenge === undefined ? null : Buffer.from(challenge, 'base64url'),
    });
    return url;
  } catch (error) {
    context.platform.log.warn({ err: error, provider: setting.id }, 'sign-in: the provider could not be asked');
    return errorPage(context, 'failed', setting.id);
  }
}

/**
 * Handles the provider's redirect. Its response waits up to a minute for the tab that began; URLs never contain a
 * token.
 * @param search the raw query with its question mark, or empty
 * @returns the URL to redirect the browser to
 */
export async function finishProviderFlow({ context, providers }: Parts, search: string): Promise<string> {
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
    const kept = JSON.parse(secrets.open(flow.secrets_enc, flowSealContext(stateHash))) as FlowSecrets;
    const identity = await providers.finish(setting, new URL(`${redirectUri(context)}${search}`), state, kept);
    const handoff = randomBytes(32).toString('base64url');
    const hash = hashToken(handoff);
    const identityEnc = secrets.seal(JSON.stringify(identity), handoffSealContext(hash));
    await addHandoff(context.database, { hash, challenge: flow.challenge, identityEnc });
    return `${context.platform.publicUrl()}/loggedin?handoff=${handoff}`;
  } catch (error) {
    context.platform.log.warn({ err: error, provider: setting.id }, 'sign-in: the provider gave no valid answer');
    return errorPage(context, 'failed', setting.id);
  }
}

/** The redirect URI of all providers, which operators register there. */
function redirectUri({ platform }: IdentityContext): string {
  return `${platform.publicUrl()}/api/auth/oidc/callback`;
}

function errorPage({ platform }: IdentityContext, error: ProviderFlowError, providerId: string | null): string {
  const provider = providerId === null ? '' : `&provider=${providerId}`;
  return `${platform.publicUrl()}/login-redirect?error=${error}${provider}`;
}

function flowSealContext(stateHash: Buffer): string {
  return `oidc_flows.secrets:${stateHash.toString('hex')}`;
}

export function handoffSealContext(hash: Buffer): string {
  return `auth_handoffs.identity:${hash.toString('hex')}`;
}
