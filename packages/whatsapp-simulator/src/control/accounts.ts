import {
  type AccountInput,
  type AccountView,
  permissionNames,
  type Timing,
  type WebhookSettings,
} from '../control-types.ts';
import { endFaults } from '../engine/account-faults.ts';
import { dropCalls } from '../engine/calls.ts';
import type { Core } from '../engine/core.ts';
import { appIdOf } from '../graph/health.ts';
import type { JsonObject } from '../graph/shape.ts';
import type { Reply } from '../http/exchange.ts';
import type { ResolvedOptions } from '../options.ts';
import { type Account, type AccountSettings, noTemplates } from '../storage/accounts.ts';
import { createNumberState } from '../storage/number-state.ts';
import { forbiddenReason } from '../webhooks/target.ts';
import { type ControlCall, ControlFault, invalid } from './call.ts';
import { flag, list, nullable, object, phoneNumber, range, readFields, text, whole, word } from './fields.ts';

const timingReader = object<Timing>({ sent_ms: range, delivered_ms: range, read_ms: range });

const webhookSettingsReader = object<WebhookSettings>({
  max_batch: whole(1, 1000),
  delay_ms: whole(0, 60_000),
  concurrency: whole(1, 64),
  timeout_ms: whole(100, 60_000),
});

const readers = {
  token: text(500, 8),
  app_secret: text(200),
  waba_id: text(32),
  display_phone_number: phoneNumber,
  verified_name: text(200),
  webhook_url: nullable(text(2000)),
  verify_token: nullable(text(1000)),
  throughput: word(['STANDARD', 'HIGH']),
  windows: flag,
  pair_limit: flag,
  registered: flag,
  permissions: list(word(permissionNames)),
  allowed_recipients: nullable(list(phoneNumber)),
  timing: timingReader,
  webhooks: webhookSettingsReader,
} as const;

/**
 * `PUT …/accounts/{phone_number_id}` of the operator: registers an account or changes it to exactly this; clock, faults
 * and subscription stay. A `webhook_url` ends the business's own override; waiting webhooks are tried at once.
 * @throws ControlFault 422 a wrong field, 409 a token or WhatsApp Business account of another one
 */
export function putAccount(core: Core, phoneNumberId: string, body: JsonObject): Reply {
  if (!/^\d{1,32}$/.test(phoneNumberId)) throw invalid('phone_number_id must be a decimal number');
  const input = readFields<Required<AccountInput>>(body, readers);
  const { token, app_secret, waba_id, display_phone_number, verified_name } = input;
  if (!token || !app_secret || !waba_id || !display_phone_number || !verified_name) {
    throw invalid('token, app_secret, waba_id, display_phone_number and verified_name are required');
  }
  const forbidden = input.webhook_url ? forbiddenReason(input.webhook_url, core.settings.allowRemoteTargets) : null;
  if (forbidden) throw invalid(`webhook_url: ${forbidden}`);
  const known = core.accounts.findByNumberId(phoneNumberId);
  const clash = core.accounts.list().find((one) => one !== known && (one.token === token || one.waba_id === waba_id));
  if (clash) throw new ControlFault(409, 'taken', 'Another account has this token or waba_id');
  const settings = settingsFor(core.settings, { ...input, app_secret, display_phone_number, verified_name }, known);
  const account = core.database.write(() => {
    if (!known) return core.accounts.insert(phoneNumberId, token, waba_id, settings);
    Object.assign(known, settings, { token, waba_id });
    core.accounts.save(known);
    return known;
  });
  core.deliveryQueues.deliverNow(account);
  return { status: known ? 200 : 201, json: presentAccount(core, account) };
}

type Given = Partial<AccountInput> & Pick<AccountInput, 'app_secret' | 'display_phone_number' | 'verified_name'>;

function settingsFor(settled: ResolvedOptions, given: Given, known: Account | null): AccountSettings {
  return {
    app_secret: given.app_secret,
    verify_token: given.verify_token ?? null,
    display_phone_number: given.display_phone_number,
    verified_name: given.verified_name,
    webhook_url: given.webhook_url ?? null,
    override_callback_uri: given.webhook_url ? null : (known?.override_callback_uri ?? null),
    number_callback_uri: given.webhook_url ? null : (known?.number_callback_uri ?? null),
    subscribed: known?.subscribed ?? true,
    throughput: given.throughput ?? 'STANDARD',
    windows: given.windows ?? true,
    pair_limit: given.pair_limit ?? false,
    registered: given.registered ?? !(known?.faults.unregistered || known?.number.taken_off),
    number: known?.number ?? createNumberState(),
    templates: known?.templates ?? noTemplates(),
    permissions: given.permissions ?? [...permissionNames],
    allowed_recipients: given.allowed_recipients ?? null,
    clock_offset_ms: known?.clock_offset_ms ?? 0,
    faults: known?.faults ?? {},
    timing: { ...settled.timing, ...given.timing },
    webhooks: { ...settled.webhooks, ...given.webhooks },
  };
}

/** `DELETE …/accounts/{phone_number_id}` of the operator: deletes the account with all its data. */
export function deleteAccount(core: Core, phoneNumberId: string): Reply {
  const account = core.accounts.findByNumberId(phoneNumberId);
  if (!account) throw new ControlFault(404, 'not_found', 'Account not found');
  core.database.write(() => {
    emptyAccount(core, account);
    core.accounts.remove(account);
  });
  return { status: 200, json: { success: true } };
}

/** `GET …/account`. */
export function getAccount({ core, account }: ControlCall): Reply {
  return { status: 200, json: presentAccount(core, account) };
}

/** `POST …/reset`: deletes phones, messages, media, waiting webhooks, clock offset and faults; the account stays. */
export function resetAccount({ core, account }: ControlCall): Reply {
  core.database.write(() => {
    emptyAccount(core, account);
    account.clock_offset_ms = 0;
    account.templates = noTemplates();
    // Both sides have forgotten their owners, so nothing can be mixed up.
    account.number = { ...account.number, left_ms: {} };
    endFaults(account);
    core.accounts.save(account);
  });
  return { status: 200, json: presentAccount(core, account) };
}

function emptyAccount(core: Core, account: Account): void {
  dropCalls(core, account);
  for (const store of [core.messages, core.outbox, core.media, core.phones, core.reached]) store.removeAll(account.key);
  core.rates.clear(account);
  core.traffic.clear(account);
}

function presentAccount(core: Core, account: Account): AccountView {
  const {
    key,
    token: _token,
    app_secret: _secret,
    verify_token: _verify,
    number,
    templates: _templates,
    ...view
  } = account;
  const { waiting, attempts, nextTryMs } = core.outbox.summary(key);
  const nextMs = nextTryMs === null ? null : Math.max(nextTryMs, core.deliveryQueues.blockedUntilMs(account));
  return {
    ...view,
    app_id: appIdOf(account),
    verification_code: number.code,
    two_step_pin: number.pin,
    counts: { phones: core.phones.count(key), named: core.phones.countNamed(key), messages: core.messages.count(key) },
    deliveries: { waiting, attempts, next_try_at: nextMs === null ? null : new Date(nextMs).toISOString() },
  };
}
