import { randomInt } from 'node:crypto';
import { resolveFault } from '../engine/account-faults.ts';
import type { Reply } from '../http/exchange.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import { type GraphCall, readParameters } from './call.ts';
import { checkProduct } from './check-send.ts';
import { GraphError } from './errors.ts';
import { requireNumber } from './require.ts';
import { type JsonObject, objectAt, requiredTextAt, wordAt, wrong } from './shape.ts';
import { checkCallback } from './subscribed-apps.ts';

/** Registrations and deregistrations counted together: ten in 72 hours. */
const registrationsAllowed = 10;
const registrationWindowMs = 72 * 3600 * 1000;
/** The platform does not document the limit of wrong PINs. */
const wrongPinsAllowed = 5;

/** `POST /{phone_number_id}/request_code`: the code is returned by `GET …/account` of the control API. */
export async function requestCode(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const body = await readParameters(call);
  wordAt(body, 'code_method', 'code_method', ['SMS', 'VOICE']);
  if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(requiredTextAt(body, 'language', 'language', 10))) {
    throw wrong('language', 'must be a locale such as en_US');
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return change(call, (account) => {
    account.number = { ...account.number, code };
  });
}

/** `POST /{phone_number_id}/verify_code {code}`. */
export async function verifyCode(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const body = await readParameters(call);
  const code = requiredTextAt(body, 'code', 'code', 10).replace(/\D/g, '');
  if (call.account.number.code === null) throw new GraphError(100, 'code: no code was asked for');
  if (code !== call.account.number.code) throw new GraphError(100, 'code: this is not the code that was sent');
  return change(call, (account) => {
    account.number = { ...account.number, code: null };
    resolveFault(account, 'unverified');
  });
}

/** `POST /{phone_number_id}/register {pin}`: the PIN becomes the number's, or must be the one it has. */
export async function register(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const body = await readParameters(call);
  checkProduct(body);
  const pin = pinIn(body);
  if (body.data_localization_region !== undefined) {
    throw new GraphError(12, 'data_localization_region: (#12) Deprecated for versions v21.0 or higher');
  }
  const { number } = call.account;
  if (!number.verified) throw new GraphError(133006, 'The phone number needs to be verified first');
  if (number.wrong_pins >= wrongPinsAllowed) throw new GraphError(133008, 'Too many wrong PINs for this number');
  if (number.pin !== null && number.pin !== pin) {
    change(call, (account) => {
      account.number = { ...number, wrong_pins: number.wrong_pins + 1 };
    });
    throw new GraphError(133005, 'The PIN is not the one of this number');
  }
  return change(call, (account) => {
    account.number = { ...number, pin, taken_off: false, wrong_pins: 0, registrations_ms: nextRegistrations(account) };
    resolveFault(account, 'unregistered');
  });
}

/** `POST /{phone_number_id}/deregister`. */
export function deregister(call: GraphCall): Reply {
  requireNumber(call);
  if (!call.account.registered) throw new GraphError(133010, 'The phone number is not registered');
  return change(call, (account) => {
    account.number = { ...account.number, taken_off: true, registrations_ms: nextRegistrations(account) };
    account.registered = false;
  });
}

/** `POST /{phone_number_id}`: the two-step PIN, a new display name, or a webhook URL of the number. */
export async function changeNumber(call: GraphCall): Promise<Reply> {
  const body = await readParameters(call);
  if (body.pin !== undefined) {
    const pin = pinIn(body);
    return change(call, (account) => {
      account.number = { ...account.number, pin, wrong_pins: 0 };
    });
  }
  if (body.new_display_name !== undefined) {
    const name = requiredTextAt(body, 'new_display_name', 'new_display_name', 200);
    return change(call, (account) => {
      account.number = { ...account.number, new_name: name };
    });
  }
  const configuration = objectAt(body, 'webhook_configuration', 'webhook_configuration');
  const uri = await checkCallback(call, configuration);
  return change(call, (account) => {
    account.number_callback_uri = uri;
  });
}

/** @throws GraphError 133016 at the eleventh time within 72 hours */
function nextRegistrations(account: Account): number[] {
  const nowMs = clockOf(account);
  const recent = account.number.registrations_ms.filter((atMs) => nowMs - atMs < registrationWindowMs);
  if (recent.length >= registrationsAllowed) {
    throw new GraphError(133016, 'Registered or taken off more than ten times in 72 hours');
  }
  return [...recent, nowMs];
}

function pinIn(body: JsonObject): string {
  const pin = String(body.pin ?? '');
  if (!/^\d{6}$/.test(pin)) throw wrong('pin', 'must have 6 digits');
  return pin;
}

/** Changes the account, saves it and returns success. */
export function change({ core, account }: GraphCall, act: (account: Account) => void): Reply {
  core.database.write(() => {
    act(account);
    core.accounts.save(account);
  });
  core.deliveryQueues.deliverNow(account);
  return { status: 200, json: { success: true } };
}
