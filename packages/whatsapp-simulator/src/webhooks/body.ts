import { createHmac } from 'node:crypto';
import { wholeValue } from '../engine/updates.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Update } from '../storage/outbox.ts';
import { escapedJson } from './escape.ts';

/**
 * One webhook body for several updates of one account, in order. Adjacent ones of the same kind share a change;
 * contacts named by several updates of a change are listed once in its `contacts`.
 * @returns ASCII JSON; payloads and contacts are used as stored, already escaped
 */
export function composeBody(account: Account, updates: Update[]): string {
  const runs: Update[][] = [];
  for (const update of updates) {
    const run = runs.at(-1);
    const first = run?.[0];
    if (first?.field === update.field && first.kind === update.kind && first.kind !== wholeValue) run?.push(update);
    else runs.push([update]);
  }
  const changes = runs.map((run) => composeChange(account, run)).join(',');
  const time = updates.some(({ kind }) => kind === wholeValue) ? `"time":${Math.floor(clockOf(account) / 1000)},` : '';
  const entry = `{"id":${escapedJson(account.waba_id)},${time}"changes":[${changes}]}`;
  return `{"object":"whatsapp_business_account","entry":[${entry}]}`;
}

function composeChange(account: Account, run: Update[]): string {
  const [first] = run;
  if (first?.kind === wholeValue) return `{"value":${first.payload},"field":"${first.field}"}`;
  const { display_phone_number, phone_number_id } = account;
  const metadata = escapedJson({ display_phone_number, phone_number_id });
  const contactCards = new Set(run.flatMap((update) => update.contact ?? []));
  const contacts = contactCards.size > 0 ? `"contacts":[${[...contactCards].join(',')}],` : '';
  const elements = run.map((update) => update.payload).join(',');
  const { field, kind } = run[0] ?? { field: 'messages', kind: 'messages' };
  const lists = `${contacts}"${kind}":[${elements}]`;
  // What another sender of the number answers stands one level deeper.
  const inner = field === 'standby' ? `"standby":{${lists}}` : lists;
  const value = `{"messaging_product":"whatsapp","metadata":${metadata},${inner}}`;
  return `{"value":${value},"field":"${field}"}`;
}

/** Value of `X-Hub-Signature-256` for these bytes. */
export function signatureOf(body: Buffer, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}
