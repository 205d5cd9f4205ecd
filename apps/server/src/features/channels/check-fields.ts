import { parsePhone } from '@parley/contract/phone-number';
import type { FieldCheck, PhoneNumberDetails } from '@parley/contract/types';
import type { CallOutcome, PhoneNumberInfo, WhatsAppClient } from '@parley/whatsapp-client';
import { findAddressProblem } from '../../platform/outbound/address.ts';
import { addressErrorMessages } from '../../platform/outbound/address-errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { listNumberIds, queryToken } from './doctor/facts.ts';
import { numberFactsOf } from './doctor/health-report.ts';
import { checkToken, missingPermissions } from './doctor/token-checks.ts';
import { findCountry } from './repo.ts';
import { coexistenceSendRate } from './send-rate.ts';
import { createSessionClient } from './session/client.ts';

export type Typed = {
  phone_number?: string | undefined;
  phone_number_id?: string | undefined;
  waba_id?: string | undefined;
  access_token?: string | undefined;
  app_secret?: string | undefined;
  adapter_url?: string | undefined;
  signing_secret?: string | undefined;
};

export type Checked = { fields: FieldCheck[]; number: PhoneNumberDetails | null };

const timeoutMs = 8_000;
const ok = (field: string, message: string): FieldCheck => ({ field, state: 'ok', message, fix: null });
const bad = (field: string, message: string, fix: string | null): FieldCheck => ({
  field,
  state: 'failed',
  message,
  fix,
});

/**
 * Checks the fields filled in so far against WhatsApp or the adapter; fields that cannot be checked yet are not
 * reported.
 */
export async function checkFields(
  platform: Platform,
  graph: WhatsAppClient,
  clientId: string,
  typed: Typed,
): Promise<Checked> {
  const country = await platform.db.withTenant(clientId, (tx) => findCountry(tx, clientId), { readOnly: true });
  const phone = typed.phone_number === undefined ? undefined : parsePhone(typed.phone_number, country ?? '');
  const fields: FieldCheck[] = [];
  if (phone === null) {
    fields.push(
      bad('phone_number', 'This is not a phone number.', 'Write it with its country code: +44 20 7946 0018.'),
    );
  }
  if (typed.adapter_url !== undefined) fields.push(...(await checkAdapterFields(platform, typed)));
  if (typed.access_token === undefined) return { fields, number: null };
  const found = await checkNumberFields(graph, typed, typed.access_token, phone ?? null);
  return { fields: [...fields, ...found.fields], number: found.number };
}

async function checkNumberFields(
  graph: WhatsAppClient,
  typed: Typed,
  accessToken: string,
  phone: string | null,
): Promise<Checked> {
  const { phone_number_id: phoneNumberId, waba_id: wabaId, app_secret: appSecret } = typed;
  const [[token, secret], number, numberIds] = await Promise.all([
    queryToken(graph, { access_token: accessToken, app_secret: appSecret ?? '' }),
    phoneNumberId === undefined ? null : graph.getPhoneNumber({ accessToken, timeoutMs, phoneNumberId }),
    wabaId === undefined ? null : listNumberIds(graph, wabaId, accessToken),
  ]);
  const fields = [tokenField(token)];
  if (appSecret !== undefined && secret !== null) {
    fields.push(
      outcomeField('app_secret', secret, 'The secret is that of the token’s app.', {
        message: 'This is not the secret of the token’s app.',
        fix: 'Copy it from the app’s basic settings, App secret.',
      }),
    );
  }
  if (number !== null) fields.push(...numberFields(number, phone));
  if (numberIds !== null) fields.push(accountField(numberIds, phoneNumberId));
  return { fields, number: number?.kind === 'ok' ? numberFactsOf(number.value, null) : null };
}

function tokenField(token: Awaited<ReturnType<typeof queryToken>>[0]): FieldCheck {
  const check = checkToken(token, Date.now());
  if (token.kind === 'ok' && check.state !== 'failed') {
    const missing = missingPermissions(token.value).join(', ');
    if (missing !== '') {
      return bad(
        'access_token',
        `The token lacks ${missing}.`,
        `Give the system user ${missing} for this app and make a new token.`,
      );
    }
  }
  const state = check.state === 'failed' || check.state === 'unproven' ? check.state : 'ok';
  const fix =
    state === 'ok'
      ? null
      : state === 'unproven'
        ? check.fix
        : 'Copy the token again, or create a new one in Meta’s Business settings.';
  return { field: 'access_token', state, message: check.detail, fix };
}

function numberFields(number: CallOutcome<PhoneNumberInfo>, phone: string | null): FieldCheck[] {
  const found = outcomeField('phone_number_id', number, '', {
    message: 'The token can’t read a number with this id.',
    fix: 'Copy the phone number id from the app’s WhatsApp page, API setup; it is not the phone number.',
  });
  if (number.kind !== 'ok') return [found];
  const { displayPhoneNumber: shown, verifiedName, isOnBusinessApp } = number.value;
  const name = `This is +${shown ?? '?'}${verifiedName === null ? '' : `, ${verifiedName}`}.`;
  const warning = `It also stays in the WhatsApp Business app: fixed ${coexistenceSendRate} messages per second.`;
  const message = isOnBusinessApp ? `${name} ${warning}` : name;
  const fields = [{ ...found, message }];
  if (phone === null || shown === null) return fields;
  if (phone === shown) return [...fields, ok('phone_number', 'The number and its id belong together.')];
  return [...fields, bad('phone_number', `The id belongs to +${shown}.`, 'Enter that number, or the id of this one.')];
}

function accountField(numberIds: CallOutcome<string[]>, phoneNumberId: string | undefined): FieldCheck {
  const field = outcomeField('waba_id', numberIds, 'The token reaches this account.', {
    message: 'The token can’t read an account with this id.',
    fix: 'Copy the WhatsApp Business account id; it is not the business portfolio’s, nor the app’s.',
  });
  if (numberIds.kind !== 'ok' || phoneNumberId === undefined || numberIds.value.includes(phoneNumberId)) return field;
  return bad(
    'waba_id',
    'The number does not belong to this account.',
    'Enter the account that Meta shows for the number.',
  );
}

function outcomeField(
  field: string,
  outcome: CallOutcome<unknown>,
  message: string,
  refused: { message: string; fix: string },
): FieldCheck {
  if (outcome.kind === 'ok') return ok(field, message);
  if (outcome.kind === 'failed') return bad(field, refused.message, refused.fix);
  return {
    field,
    state: 'unproven',
    message: `${outcome.error.title}.`,
    fix: 'It can be added all the same and looked at later.',
  };
}

async function checkAdapterFields(
  platform: Platform,
  { adapter_url: url = '', signing_secret: secret }: Typed,
): Promise<FieldCheck[]> {
  const allowed = platform.config.ALLOWED_PRIVATE_HOSTS;
  const problem = await findAddressProblem(url, allowed);
  if (problem !== null) return [bad('adapter_url', addressErrorMessages[problem], null)];
  if (secret === undefined) return [ok('adapter_url', 'This address may be called.')];
  const greeting = await createSessionClient({ channelId: '', url, secret, allowed }).greet();
  if (greeting.kind === 'ok') {
    return [ok('adapter_url', 'The adapter answers.'), ok('signing_secret', 'Both sides hold the same secret.')];
  }
  const state = greeting.kind === 'retry' ? 'unproven' : 'failed';
  const field = greeting.kind === 'retry' ? 'adapter_url' : 'signing_secret';
  return [{ field, state, message: `${greeting.error.title}.`, fix: greeting.error.nextStep }];
}
