import { createHmac, randomBytes } from 'node:crypto';
import type { SignupNumber } from '@parley/contract/types';
import type { WhatsAppClient } from '@parley/whatsapp-client';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { idFromKey } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { sameSecret } from '../../platform/secrets.ts';
import { type Connected, connectChannel } from './connect.ts';
import { requireOutcome } from './outcome-errors.ts';
import { findSignup, insertSignup } from './signup-repo.ts';

/** How long the way to the provider and back may take. */
const stateMs = 30 * 60_000;
const timeoutMs = 10_000;
/** Accounts of one sign-up that are read; members choose one. */
const mostAccounts = 10;

type MetaApp = { appId: string; appSecret: string; configId: string };

/** The operator's app for sign-ups by redirect; null when it is not set up. */
export function metaAppOf({ config }: Platform): MetaApp | null {
  const { META_APP_ID: appId, META_APP_SECRET: appSecret, META_LOGIN_CONFIG_ID: configId } = config;
  if (appId === undefined || appSecret === undefined || configId === undefined) return null;
  return { appId, appSecret, configId };
}

function demandApp(platform: Platform): MetaApp {
  const app = metaAppOf(platform);
  if (app === null) {
    throw new AppError('not_found', {
      message: 'Sign-up with Meta is not available: META_LOGIN_CONFIG_ID is not set.',
    });
  }
  return app;
}

const returnAddress = (platform: Platform) => `${platform.publicUrl()}/channels/add`;

/**
 * The address at Meta where the browser goes to sign up; it returns to /channels/add. A login configuration with products
 * is version 4 of the sign-up by itself; what it does besides is named beside it.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/version-4
 * @param keepApp for a number that stays in the WhatsApp Business app @throws AppError not_found
 */
export function signupUrl(platform: Platform, actor: MemberActor, keepApp: boolean): string {
  const app = demandApp(platform);
  const url = new URL(`${platform.config.META_DIALOG_URL}/${platform.config.GRAPH_VERSION}/dialog/oauth`);
  url.search = new URLSearchParams({
    client_id: app.appId,
    config_id: app.configId,
    redirect_uri: returnAddress(platform),
    response_type: 'code',
    override_default_response_type: 'true',
    extras: JSON.stringify({
      version: 'v4',
      ...(keepApp ? { featureType: 'whatsapp_business_app_onboarding' } : {}),
    }),
    state: makeState(platform, actor, Date.now() + stateMs),
  }).toString();
  return url.href;
}

/** Binds the redirect to the account and the member who left, so that no one can inject another sign-up. */
function makeState(platform: Platform, { clientId, uid }: MemberActor, untilMs: number): string {
  const mark = createHmac('sha256', platform.secrets.derive('channel sign-up')).update(`${clientId}/${uid}/${untilMs}`);
  return `${untilMs}.${mark.digest('base64url')}`;
}

/**
 * Exchanges the returned code. The token is stored here, sealed. The same code again, after a reload or from the
 * browser's history, returns the first result.
 * @throws AppError validation_failed for another user's redirect, or a sign-up without numbers
 */
export async function finishSignup(
  platform: Platform,
  graph: WhatsAppClient,
  actor: MemberActor,
  { code, state }: { code: string; state: string },
): Promise<{ signup_id: string; numbers: SignupNumber[] }> {
  const app = demandApp(platform);
  const untilMs = Number(state.split('.')[0]);
  if (!(untilMs > Date.now()) || !sameSecret(state, makeState(platform, actor, untilMs))) {
    throw invalid('state', 'This sign-up expired or belongs to someone else. Start again.');
  }
  const id = idFromKey(actor.clientId, actor.uid, state, code);
  const known = await platform.db.withTenant(actor.clientId, (tx) => findSignup(tx, id, actor.uid));
  if (known !== null) return { signup_id: id, numbers: known.numbers };
  const redirectUri = returnAddress(platform);
  const exchanged = await graph.exchangeCode({
    appId: app.appId,
    appSecret: app.appSecret,
    code,
    redirectUri,
    timeoutMs,
  });
  const { accessToken } = requireOutcome(exchanged, 'code');
  const numbers = await listSignupNumbers(graph, app, accessToken);
  if (numbers.length === 0) {
    throw invalid(
      'code',
      'This sign-up gave access to no number. Begin again and choose a WhatsApp account and a number.',
    );
  }
  const sealed = platform.secrets.seal(accessToken, placeOf(actor.clientId, id));
  await platform.db.withTenant(actor.clientId, (tx) => insertSignup(tx, id, actor.uid, { token_enc: sealed, numbers }));
  return { signup_id: id, numbers };
}

const placeOf = (clientId: string, id: string) => `channel_signups.token:${clientId}:${id}`;

async function listSignupNumbers(graph: WhatsAppClient, app: MetaApp, inputToken: string): Promise<SignupNumber[]> {
  const asApp = { accessToken: `${app.appId}|${app.appSecret}`, inputToken, timeoutMs };
  const info = requireOutcome(await graph.debugToken(asApp), 'code');
  const wabaIds = info.granularScopes
    .filter(({ scope }) => scope === 'whatsapp_business_management')
    .flatMap(({ targetIds }) => targetIds);
  const found: SignupNumber[] = [];
  for (const wabaId of new Set(wabaIds.slice(0, mostAccounts))) {
    const page = requireOutcome(
      await graph.listPhoneNumbers({ accessToken: inputToken, wabaId, limit: 100, timeoutMs }),
      'code',
    );
    for (const { id, displayPhoneNumber, verifiedName } of page.rows) {
      if (displayPhoneNumber === null) continue;
      found.push({
        waba_id: wabaId,
        phone_number_id: id,
        phone_number: displayPhoneNumber,
        verified_name: verifiedName,
      });
    }
  }
  return found;
}

/**
 * Connects a number of a sign-up, with the operator's app secret. A repeated request returns the same channel.
 * @throws AppError not_found for another user's sign-up or one older than an hour
 */
export async function connectSignup(
  platform: Platform,
  graph: WhatsAppClient,
  actor: MemberActor,
  input: { signup_id: string; phone_number_id: string; channel_label: string },
): Promise<Connected> {
  const app = demandApp(platform);
  const signup = await platform.db.withTenant(actor.clientId, (tx) => findSignup(tx, input.signup_id, actor.uid));
  const number = signup?.numbers.find(({ phone_number_id: id }) => id === input.phone_number_id);
  if (signup === null || number === undefined) {
    throw new AppError('not_found', { message: 'Sign-up not found: it has expired. Start again.' });
  }
  const accessToken = platform.secrets.open(signup.token_enc, placeOf(actor.clientId, input.signup_id));
  return connectChannel(
    platform,
    { client: graph },
    actor,
    {
      kind: 'WHATSAPP',
      channel_label: input.channel_label,
      phone_number: `+${number.phone_number}`,
      phone_number_id: number.phone_number_id,
      waba_id: number.waba_id,
      access_token: accessToken,
      app_secret: app.appSecret,
      verify_token: randomBytes(24).toString('hex'),
    },
    `signup ${input.signup_id} ${input.phone_number_id}`,
  );
}
