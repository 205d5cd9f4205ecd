import { createHash } from 'node:crypto';
import type { Reply } from '../http/exchange.ts';
import { clockOf } from '../storage/accounts.ts';
import { type GraphCall, readParameters } from './call.ts';
import { GraphError, noSuchObject } from './errors.ts';
import { requireWaba } from './require.ts';
import { listAt, objectAt, objectIn, onlyKeys, requiredTextAt, wordAt } from './shape.ts';

/** What Meta takes of `business_messaging`; its error for any other name has the subcode 2804066. */
const events = new Set([
  ...['Purchase', 'LeadSubmitted', 'QualifiedLead', 'InitiateCheckout', 'AddToCart', 'ViewContent', 'CartAbandoned'],
  ...[
    'OrderCreated',
    'OrderShipped',
    'OrderDelivered',
    'OrderCanceled',
    'OrderReturned',
    'RatingProvided',
    'ReviewProvided',
  ],
]);
const mostEvents = 1_000;
const mostAgeS = 7 * 86_400;

/** Of a WhatsApp Business account the same for ever. */
function datasetOf(wabaId: string): string {
  return createHash('sha256')
    .update(`dataset ${wabaId}`)
    .digest()
    .readBigUInt64BE()
    .toString()
    .padStart(15, '1')
    .slice(0, 15);
}

/** `POST /{waba_id}/dataset`: the account has one, which the first call makes. */
export function ensureDataset(call: GraphCall): Reply {
  requireWaba(call);
  return { status: 200, json: { id: datasetOf(call.account.waba_id) } };
}

/**
 * `POST /{dataset_id}/events`: takes all or none.
 * @throws GraphError 100 for an unknown event (2804066), a click that is none (2804087), a time outside of seven days
 */
export async function receiveConversions(call: GraphCall): Promise<Reply> {
  const { account, id } = call;
  if (id !== datasetOf(account.waba_id)) throw noSuchObject(id);
  const body = await readParameters(call);
  onlyKeys(body, 'body', ['data', 'partner_agent', 'test_event_code']);
  const nowS = Math.floor(clockOf(account) / 1_000);
  const given = listAt(body, 'data', 'data', 1, mostEvents).map((one, at) => objectIn(one, `data[${at}]`));
  for (const [at, event] of given.entries()) {
    const path = (name: string) => `data[${at}].${name}`;
    wordAt(event, 'action_source', path('action_source'), ['business_messaging']);
    wordAt(event, 'messaging_channel', path('messaging_channel'), ['whatsapp']);
    if (!events.has(requiredTextAt(event, 'event_name', path('event_name'), 100))) {
      throw new GraphError(100, 'Messaging Event Invalid Event Type', 2804066);
    }
    const { event_time: time } = event;
    if (typeof time !== 'number' || time > nowS + 60 || time < nowS - mostAgeS) {
      throw new GraphError(100, `${path('event_time')} is not within the last seven days`);
    }
    const user = objectAt(event, 'user_data', path('user_data'));
    if (requiredTextAt(user, 'whatsapp_business_account_id', path('user_data'), 64) !== account.waba_id) {
      throw new GraphError(100, 'The WhatsApp Business account is not the one of this dataset');
    }
    if (requiredTextAt(user, 'ctwa_clid', path('user_data.ctwa_clid'), 1_000) === 'invalid') {
      throw new GraphError(100, 'Invalid Ctwa Clid', 2804087);
    }
  }
  return { status: 200, json: { events_received: given.length, messages: [], fbtrace_id: 'simulated' } };
}
