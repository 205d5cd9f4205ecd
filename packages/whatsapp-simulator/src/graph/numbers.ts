import type { Reply } from '../http/exchange.ts';
import type { Account } from '../storage/accounts.ts';
import { type GraphCall, pageOf, pickFields, readParameters } from './call.ts';
import { GraphError } from './errors.ts';
import { healthOf } from './health.ts';
import { decimalId } from './ids.ts';
import { requireWaba } from './require.ts';
import { type JsonObject, requiredTextAt } from './shape.ts';

const numberDefaults = [
  ...['verified_name', 'code_verification_status', 'display_phone_number', 'quality_rating', 'platform_type'],
  ...['throughput', 'id'],
];

/** `GET /{phone_number_id}`. */
export function readNumber(call: GraphCall): Reply {
  return { status: 200, json: pickFields(numberNode(call.account), call.exchange.url.searchParams, numberDefaults) };
}

/** `GET /{waba}/phone_numbers`; with the fault `wrong_waba` another number is listed. */
export function listPhoneNumbers(call: GraphCall): Reply {
  requireWaba(call);
  const { account, exchange } = call;
  const own = numberNode(account);
  const node = account.faults.wrong_waba
    ? { ...own, id: decimalId(`other ${account.phone_number_id}`), display_phone_number: '+1 555-000-9999' }
    : own;
  return pageOf(call, [pickFields(node, exchange.url.searchParams, numberDefaults)]);
}

/**
 * `POST /{waba}/phone_numbers {cc, phone_number, verified_name}`. A sandbox has one number; adding it again returns
 * its id and requires a new verification, any other is refused.
 */
export async function addPhoneNumber(call: GraphCall): Promise<Reply> {
  requireWaba(call);
  const { core, account } = call;
  const body = await readParameters(call);
  const digits = `${body.cc ?? ''}${body.phone_number ?? ''}`.replace(/\D/g, '');
  const name = requiredTextAt(body, 'verified_name', 'verified_name', 200);
  if (digits !== account.display_phone_number) {
    throw new GraphError(100, 'phone_number: a sandbox holds one number, and this is another one');
  }
  account.verified_name = name;
  account.registered = false;
  account.number = { ...account.number, verified: false, taken_off: true };
  core.database.write(() => core.accounts.save(account));
  return { status: 200, json: { id: account.phone_number_id } };
}

function numberNode(account: Account): JsonObject {
  const { phone_number_id, verified_name, display_phone_number, throughput, registered, number } = account;
  return {
    id: phone_number_id,
    display_phone_number: `+${display_phone_number}`,
    verified_name,
    status: registered ? 'CONNECTED' : 'DISCONNECTED',
    quality_rating: number.quality,
    name_status: 'APPROVED',
    new_name_status: number.new_name == null ? 'NONE' : 'PENDING_REVIEW',
    new_display_name: number.new_name ?? undefined,
    code_verification_status: number.verified ? 'VERIFIED' : 'NOT_VERIFIED',
    platform_type: 'CLOUD_API',
    is_on_biz_app: false,
    throughput: { level: throughput },
    account_mode: 'SANDBOX',
    is_official_business_account: false,
    is_pin_enabled: number.pin !== null,
    health_status: healthOf(account, 'PHONE_NUMBER', phone_number_id),
    webhook_configuration: webhooksOf(account),
    whatsapp_business_manager_messaging_limit: account.faults.messaging_limit ?? 'TIER_UNLIMITED',
    username: undefined,
    ...account.faults.number,
  };
}

function webhooksOf({ webhook_url, override_callback_uri, number_callback_uri }: Account) {
  return {
    ...(webhook_url === null ? {} : { application: webhook_url }),
    ...(override_callback_uri === null ? {} : { whatsapp_business_account: override_callback_uri }),
    ...(number_callback_uri == null ? {} : { phone_number: number_callback_uri }),
  };
}
