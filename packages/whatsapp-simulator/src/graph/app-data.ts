import { randomBytes } from 'node:crypto';
import { enqueueField } from '../engine/updates.ts';
import type { Reply } from '../http/exchange.ts';
import { clockOf } from '../storage/accounts.ts';
import { type GraphCall, readParameters } from './call.ts';
import { checkProduct } from './check-send.ts';
import { GraphError } from './errors.ts';
import { change } from './registration.ts';
import { requireNumber } from './require.ts';
import { wordAt } from './shape.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users */

/** Phones that are told as contacts of the app. */
const mostContacts = 100;

/**
 * `POST /{phone_number_id}/smb_app_data`: the phones come as the app's contacts; the app shares no chats here.
 * @throws GraphError 100 the number is not used in the app, 2593107 asked before
 */
export async function requestAppData(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const { core, account } = call;
  const body = await readParameters(call);
  checkProduct(body);
  const kind = wordAt(body, 'sync_type', 'sync_type', ['smb_app_state_sync', 'history']);
  if (account.faults.number?.is_on_biz_app !== true) {
    throw new GraphError(100, 'The number is not used in the WhatsApp Business app');
  }
  if (account.number.app_data.includes(kind)) throw new GraphError(2593107, 'This data was asked for before');
  change(call, (own) => {
    own.number = { ...own.number, app_data: [...own.number.app_data, kind] };
    if (kind !== 'smb_app_state_sync') return;
    const timestamp = String(Math.floor(clockOf(own) / 1000));
    enqueueField(core, own, kind, {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: own.display_phone_number, phone_number_id: own.phone_number_id },
      state_sync: core.phones.list(own.key, '', mostContacts, false).map(({ id, name }) => ({
        type: 'contact',
        contact: { full_name: name, first_name: name, phone_number: id },
        action: 'add',
        metadata: { timestamp },
      })),
    });
  });
  return { status: 200, json: { messaging_product: 'whatsapp', request_id: randomBytes(12).toString('hex') } };
}
