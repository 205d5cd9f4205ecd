import type {
  BusinessAccountInfo,
  CallOutcome,
  PhoneNumberInfo,
  SubscribedApp,
  TokenInfo,
  WhatsAppClient,
} from '@parley/whatsapp-client';
import { type AddressProblem, findAddressProblem } from '../../../platform/outbound/address.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type AccountUpdateRow, listAccountUpdates } from '../account-update-repo.ts';
import { type Credentials, openCredentials } from '../credentials.ts';
import { type Deliveries, readDeliveries } from '../health-repo.ts';
import { tokenOverlapOf } from '../previous-token.ts';
import { type ProviderAccess, sessionPeer } from '../provider-access.ts';
import type { ChannelRow } from '../repo.ts';
import { createSessionClient } from '../session/client.ts';
import { measureSkewMs } from './clock-skew.ts';
import { completeFields, type FieldAnswer } from './fields.ts';
import { checkWebhookReachable, type WebhookReachability } from './own-webhook.ts';

/** Responses about a WhatsApp number. */
export type NumberAnswers = {
  kind: 'WHATSAPP';
  token: CallOutcome<TokenInfo>;
  /** The token, inspected by the app whose secret the channel has; null when the app is not known. */
  secret: CallOutcome<TokenInfo> | null;
  number: CallOutcome<PhoneNumberInfo>;
  /** The ids of the account's numbers. */
  numberIds: CallOutcome<string[]>;
  apps: CallOutcome<SubscribedApp[]>;
  /** The app's webhook fields; null when the app is not known. */
  fields: FieldAnswer | null;
  account: CallOutcome<BusinessAccountInfo>;
  /** For a day after a rotation: what the number's node answers to either token; null when there is one token only. */
  previousToken: PreviousTokenAnswers | null;
};

export type PreviousTokenAnswers = {
  untilMs: number;
  current: CallOutcome<PhoneNumberInfo>;
  previous: CallOutcome<PhoneNumberInfo>;
};

export type AdapterAnswers = { kind: 'SESSION'; address: AddressProblem | null; greeting: CallOutcome<true> };

export type Facts = {
  row: ChannelRow;
  /** The base URL of all webhooks of this server's channels of this kind, and this channel's own. */
  webhookBase: string;
  webhookUrl: string;
  answers: NumberAnswers | AdapterAnswers;
  webhook: WebhookReachability;
  deliveries: Deliveries;
  accountUpdates: AccountUpdateRow[];
  /** How far this machine's clock is ahead of the provider's, milliseconds; null when no response had a time. */
  skewMs: number | null;
  contactedToday: number;
  nowMs: number;
};

const timeoutMs = 8_000;

/** Sends all requests at once; a missing response is a result too. @throws AppError('simulator_unavailable') */
export async function gatherFacts(
  platform: Platform,
  providers: ProviderAccess,
  row: ChannelRow,
  writtenTo: number,
): Promise<Facts> {
  const credentials = openCredentials(platform.secrets, row.client_id, row.id, row.credentials_enc);
  const session = row.kind === 'SESSION';
  const webhookBase = `${platform.publicUrl()}/webhooks/${session ? 'session' : 'whatsapp'}`;
  const webhookUrl = `${webhookBase}/${row.id}`;
  const [answers, webhook, [deliveries, effects], skewMs] = await Promise.all([
    session ? queryAdapter(platform, row, credentials) : queryNumber(providers, row, credentials, webhookUrl),
    checkWebhookReachable(webhookUrl, session ? null : credentials.verify_token),
    platform.db.withTenant(
      row.client_id,
      (tx) => Promise.all([readDeliveries(tx, row.id), listAccountUpdates(tx, row.id)]),
      { readOnly: true },
    ),
    row.sandbox || session ? null : measureSkewMs(platform.config.GRAPH_BASE_URL),
  ]);
  return {
    row,
    webhookBase,
    webhookUrl,
    answers,
    webhook,
    deliveries,
    accountUpdates: effects,
    skewMs,
    contactedToday: writtenTo,
    nowMs: Date.now(),
  };
}

async function queryNumber(
  providers: ProviderAccess,
  row: ChannelRow,
  credentials: Credentials,
  webhookUrl: string,
): Promise<NumberAnswers> {
  const client = await providers.clientFor(row);
  const basics = { accessToken: credentials.access_token, timeoutMs };
  const [[token, secret], number, numberIds, apps, account, earlier] = await Promise.all([
    queryToken(client, credentials),
    client.getPhoneNumber({ ...basics, phoneNumberId: row.phone_number_id }),
    listNumberIds(client, row.waba_id, credentials.access_token),
    listAll((after) => client.listSubscribedApps({ ...basics, wabaId: row.waba_id, limit: 100, after })),
    client.getBusinessAccount({ ...basics, wabaId: row.waba_id }),
    queryPreviousToken(providers, row, credentials),
  ]);
  const appId = token.kind === 'ok' ? token.value.appId : null;
  // A wrong secret is a finding of its own.
  const fields =
    appId === null || secret?.kind !== 'ok'
      ? null
      : await completeFields(client, { appId, credentials, webhookUrl, timeoutMs });
  return { kind: 'WHATSAPP', token, secret, number, numberIds, apps, fields, account, previousToken: earlier };
}

async function queryPreviousToken(
  providers: ProviderAccess,
  row: ChannelRow,
  credentials: Credentials,
): Promise<PreviousTokenAnswers | null> {
  const overlap = tokenOverlapOf(credentials, row.previous_until);
  if (overlap === null) return null;
  const client = await providers.clientFor(row, { strictly: true });
  const read = (accessToken: string) =>
    client.getPhoneNumber({ accessToken, phoneNumberId: row.phone_number_id, timeoutMs });
  const [present, previous] = await Promise.all([read(overlap.current), read(overlap.previous)]);
  return { untilMs: overlap.untilMs, current: present, previous };
}

/** The ids of an account's numbers. */
export async function listNumberIds(
  client: WhatsAppClient,
  wabaId: string,
  accessToken: string,
): Promise<CallOutcome<string[]>> {
  const numbers = await listAll((after) =>
    client.listPhoneNumbers({ accessToken, timeoutMs, wabaId, limit: 100, after }),
  );
  return numbers.kind === 'ok' ? { kind: 'ok', value: numbers.value.map(({ id }) => id) } : numbers;
}

/**
 * A token inspected by itself, then by its app: an app's own token is its id and secret, so that only the right secret
 * gets a response.
 */
export async function queryToken(
  client: WhatsAppClient,
  { access_token: inputToken, app_secret: appSecret }: Pick<Credentials, 'access_token' | 'app_secret'>,
): Promise<[NumberAnswers['token'], NumberAnswers['secret']]> {
  const token = await client.debugToken({ accessToken: inputToken, inputToken, timeoutMs });
  const appId = token.kind === 'ok' ? token.value.appId : null;
  if (appId === null || appSecret === '') return [token, null];
  return [token, await client.debugToken({ accessToken: `${appId}|${appSecret}`, inputToken, timeoutMs })];
}

type Page<Row> = { rows: Row[]; after: string | null };
/** An account has twenty numbers and a handful of apps at most; more pages than this are a mistake. */
const mostPages = 5;

async function listAll<Row>(
  read: (after: string | null) => Promise<CallOutcome<Page<Row>>>,
): Promise<CallOutcome<Row[]>> {
  const rows: Row[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const outcome: CallOutcome<Page<Row>> = await read(after);
    if (outcome.kind !== 'ok') return outcome;
    rows.push(...outcome.value.rows);
    after = outcome.value.after;
    if (after === null) break;
  }
  return { kind: 'ok', value: rows };
}

async function queryAdapter(platform: Platform, row: ChannelRow, credentials: Credentials): Promise<AdapterAnswers> {
  const [address, greeting] = await Promise.all([
    findAddressProblem(row.adapter_url ?? '', platform.config.ALLOWED_PRIVATE_HOSTS),
    createSessionClient(sessionPeer(platform, row, credentials)).greet(),
  ]);
  return { kind: 'SESSION', address, greeting };
}
