import { randomInt } from 'node:crypto';
import { resolveFault } from '../engine/account-faults.ts';
import { bearerOf, type Reply } from '../http/exchange.ts';
import { createCaller, type Outcome } from '../webhooks/post.ts';
import { forbiddenReason } from '../webhooks/target.ts';
import { type GraphCall, readParameters } from './call.ts';
import { GraphError } from './errors.ts';
import { appIdOf } from './health.ts';
import { requireWaba } from './require.ts';
import { type JsonObject, textAt } from './shape.ts';

const handshakeTimeoutMs = 10_000;

/** `GET /{waba}/subscribed_apps`: one app, when it is subscribed. */
export function listSubscriptions(call: GraphCall): Reply {
  requireWaba(call);
  const { subscribed, override_callback_uri } = call.account;
  const app = {
    whatsapp_business_api_data: {
      id: appIdOf(call.account),
      name: 'Sandbox app',
      link: 'https://www.facebook.com/',
    },
    ...(override_callback_uri === null ? {} : { override_callback_uri }),
  };
  return { status: 200, json: { data: subscribed ? [app] : [] } };
}

/**
 * `POST /{waba}/subscribed_apps {override_callback_uri?, verify_token?}`: an override is verified first;
 * without one the app's own address is used again.
 * @throws GraphError 2200 when the address does not answer the challenge, 100 for an address that is not allowed
 */
export async function subscribe(call: GraphCall): Promise<Reply> {
  requireWaba(call);
  const { core, account } = call;
  account.override_callback_uri = await checkCallback(call, await readParameters(call));
  resolveFault(account, 'unsubscribed');
  core.database.write(() => core.accounts.save(account));
  core.deliveryQueues.deliverNow(account);
  return { status: 200, json: { success: true } };
}

/** Fields that a new app of the simulator is subscribed to. */
const allFields = [
  ...['messages', 'standby', 'messaging_handovers', 'history', 'calls', 'flows', 'security', 'user_preferences'],
  ...['message_template_status_update', 'message_template_quality_update', 'message_template_components_update'],
  ...['template_category_update', 'phone_number_quality_update', 'phone_number_name_update', 'account_update'],
  ...['account_review_update', 'account_alerts', 'account_settings_update', 'business_capability_update'],
  ...['smb_message_echoes', 'smb_app_state_sync', 'automatic_events', 'payment_configuration_update'],
  ...['partner_solutions', 'business_username_updates', 'group_lifecycle_update', 'group_participants_update'],
  ...['group_settings_update', 'group_status_update'],
];

/** `GET /{app}/subscriptions`, with the app's own token. */
export function listFields(call: GraphCall): Reply {
  requireAppToken(call);
  const { account } = call;
  const { missing_fields: missing = [] } = account.faults;
  const fields = allFields.filter((name) => !missing.includes(name)).map((name) => ({ name, version: 'v25.0' }));
  const callback_url = account.webhook_url ?? account.override_callback_uri;
  return { status: 200, json: { data: [{ object: 'whatsapp_business_account', callback_url, active: true, fields }] } };
}

/** `POST /{app}/subscriptions {object, callback_url, verify_token, fields}`: the fields named are chosen too. */
export async function subscribeFields(call: GraphCall): Promise<Reply> {
  requireAppToken(call);
  const { core, account } = call;
  const body = await readParameters(call);
  const uri = textAt(body, 'callback_url', 'callback_url', { max: 200 }) ?? '';
  const verifyToken = textAt(body, 'verify_token', 'verify_token', { max: 1000 }) ?? '';
  const fields = (textAt(body, 'fields', 'fields', { max: 4000 }) ?? '').split(',');
  const forbidden = forbiddenReason(uri, core.settings.allowRemoteTargets);
  if (forbidden) throw new GraphError(100, forbidden);
  await verifyCallback(uri, verifyToken, core.settings.allowRemoteTargets);
  const left = (account.faults.missing_fields ?? []).filter((name) => !fields.includes(name));
  account.faults = { ...account.faults, missing_fields: left };
  core.database.write(() => core.accounts.save(account));
  return { status: 200, json: { success: true } };
}

function requireAppToken({ account, exchange, id }: GraphCall): void {
  const own = bearerOf(exchange.request) === `${appIdOf(account)}|${account.app_secret}`;
  if (!own || id !== appIdOf(account)) throw new GraphError(15, 'This method must be called with an app access token');
}

/** `DELETE /{waba}/subscribed_apps`: no webhooks from now on; those waiting are dropped. */
export function unsubscribe(call: GraphCall): Reply {
  requireWaba(call);
  const { core, account } = call;
  account.subscribed = false;
  account.override_callback_uri = null;
  core.database.write(() => {
    core.accounts.save(account);
    core.outbox.removeAll(account.key);
  });
  return { status: 200, json: { success: true } };
}

/**
 * The URL in `override_callback_uri`, after verification; null when none is given.
 * @throws GraphError 2200 when it does not answer the challenge, 100 when it is not allowed
 */
export async function checkCallback({ core }: GraphCall, body: JsonObject): Promise<string | null> {
  const { allowRemoteTargets } = core.settings;
  const rule = { max: 200, optional: true } as const;
  const uri = textAt(body, 'override_callback_uri', 'override_callback_uri', rule) || null;
  const verifyToken = textAt(body, 'verify_token', 'verify_token', { max: 1000, optional: true }) ?? '';
  if (uri === null) return null;
  const forbidden = forbiddenReason(uri, allowRemoteTargets);
  if (forbidden) throw new GraphError(100, forbidden);
  await verifyCallback(uri, verifyToken, allowRemoteTargets);
  return uri;
}

async function verifyCallback(uri: string, verifyToken: string, allowRemote: boolean): Promise<void> {
  const challenge = String(randomInt(100_000_000, 2_000_000_000));
  const url = new URL(uri);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', verifyToken);
  const caller = createCaller(allowRemote);
  try {
    const problem = problemOf(await caller.get(url.href, handshakeTimeoutMs), challenge);
    if (problem) throw new GraphError(2200, `The callback could not be verified: ${problem}`);
  } finally {
    caller.close();
  }
}

function problemOf(outcome: Outcome, challenge: string): string | null {
  if (outcome.kind !== 'answered') return outcome.reason;
  if (outcome.status !== 200) return `HTTP status ${outcome.status}`;
  return outcome.body.trim() === challenge ? null : 'the challenge did not come back';
}
