import type {
  BusinessAccountInfo,
  CallOutcome,
  PhoneNumberInfo,
  SubscribedApp,
  TokenInfo,
  WhatsAppClient,
} from '@parley/whatsapp-client';
import { type AddressProblem, problemOfAddress } from '../../../platform/outbound/address.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Credentials, openCredentials } from '../credentials.ts';
import { overlapOf } from '../earlier-token.ts';
import { listToldFacts, type ToldFact } from '../fact-repo.ts';
import { type Deliveries, readDeliveries } from '../health-repo.ts';
import type { ChannelRow } from '../repo.ts';
import { type ProviderAccess, sessionPeer } from '../senders.ts';
import { createSessionClient } from '../session/client.ts';
import { type Reached, tryOwnWebhook } from './own-webhook.ts';
import { measureSkewMs } from './skew.ts';

/** What was asked and answered about a WhatsApp number. */
export type NumberAnswers = {
  kind: 'WHATSAPP';
  token: CallOutcome<TokenInfo>;
  /** The token looked at in the name of the app, whose secret the channel holds; null when the app is not known. */
  secret: CallOutcome<TokenInfo> | null;
  number: CallOutcome<PhoneNumberInfo>;
  /** The ids of the account's numbers. */
  numberIds: CallOutcome<string[]>;
  apps: CallOutcome<SubscribedApp[]>;
  account: CallOutcome<BusinessAccountInfo>;
  /** For a day after a rotation: what the number's node says to either token; null when there is one token only. */
  earlier: EarlierAnswers | null;
};

export type EarlierAnswers = {
  untilMs: number;
  present: CallOutcome<PhoneNumberInfo>;
  previous: CallOutcome<PhoneNumberInfo>;
};

export type AdapterAnswers = { kind: 'SESSION'; address: AddressProblem | null; greeting: CallOutcome<true> };

export type Facts = {
  row: ChannelRow;
  /** Where all webhooks of this server's channels of this kind begin, and this channel's own. */
  webhookBase: string;
  webhookUrl: string;
  answers: NumberAnswers | AdapterAnswers;
  webhook: Reached;
  deliveries: Deliveries;
  told: ToldFact[];
  /** How far this machine's clock is ahead of the provider's, milliseconds; null when nobody said the time. */
  skewMs: number | null;
  writtenTo: number;
  nowMs: number;
};

const timeoutMs = 8_000;

/** Asks everything at once; whatever does not answer is an answer too. @throws AppError('simulator_unavailable') */
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
  const [answers, webhook, [deliveries, told], skewMs] = await Promise.all([
    session ? askAdapter(platform, row, credentials) : askNumber(providers, row, credentials),
    tryOwnWebhook(webhookUrl, session ? null : credentials.verify_token),
    platform.db.withTenant(
      row.client_id,
      (tx) => Promise.all([readDeliveries(tx, row.id), listToldFacts(tx, row.id)]),
      { readOnly: true },
    ),
    row.sandbox || session ? null : measureSkewMs(platform.config.GRAPH_BASE_URL),
  ]);
  return { row, webhookBase, webhookUrl, answers, webhook, deliveries, told, skewMs, writtenTo, nowMs: Date.now() };
}

async function askNumber(providers: ProviderAccess, row: ChannelRow, credentials: Credentials): Promise<NumberAnswers> {
  const client = await providers.clientFor(row);
  const basics = { accessToken: credentials.access_token, timeoutMs };
  const [[token, secret], number, numberIds, apps, account, earlier] = await Promise.all([
    askToken(client, credentials),
    client.getPhoneNumber({ ...basics, phoneNumberId: row.phone_number_id }),
    listNumberIds(client, row.waba_id, credentials.access_token),
    listAll((after) => client.listSubscribedApps({ ...basics, wabaId: row.waba_id, limit: 100, after })),
    client.getBusinessAccount({ ...basics, wabaId: row.waba_id }),
    askEarlier(providers, row, credentials),
  ]);
  return { kind: 'WHATSAPP', token, secret, number, numberIds, apps, account, earlier };
}

async function askEarlier(
  providers: ProviderAccess,
  row: ChannelRow,
  credentials: Credentials,
): Promise<EarlierAnswers | null> {
  const overlap = overlapOf(credentials, row.previous_until);
  if (overlap === null) return null;
  const client = await providers.clientFor(row, { strictly: true });
  const read = (accessToken: string) =>
    client.getPhoneNumber({ accessToken, phoneNumberId: row.phone_number_id, timeoutMs });
  const [present, previous] = await Promise.all([read(overlap.present), read(overlap.previous)]);
  return { untilMs: overlap.untilMs, present, previous };
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
 * A token asked about by itself, then by its app: an app's own token is its id and secret, so that only the right
 * secret gets an answer.
 */
export async function askToken(
  client: WhatsAppClient,
  { access_token: inputToken, app_secret: appSecret }: Pick<Credentials, 'access_token' | 'app_secret'>,
): Promise<[NumberAnswers['token'], NumberAnswers['secret']]> {
  const token = await client.debugToken({ accessToken: inputToken, inputToken, timeoutMs });
  const appId = token.kind === 'ok' ? token.value.appId : null;
  if (appId === null || appSecret === '') return [token, null];
  return [token, await client.debugToken({ accessToken: `${appId}|${appSecret}`, inputToken, timeoutMs })];
}

type Page<Row> = { rows: Row[]; after: string | null };
/** An account has twenty numbers and a handful of apps at most; more pages than this are somebody's mistake. */
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

async function askAdapter(platform: Platform, row: ChannelRow, credentials: Credentials): Promise<AdapterAnswers> {
  const [address, greeting] = await Promise.all([
    problemOfAddress(row.adapter_url ?? '', platform.config.ALLOWED_PRIVATE_HOSTS),
    createSessionClient(sessionPeer(platform, row, credentials)).greet(),
  ]);
  return { kind: 'SESSION', address, greeting };
}
