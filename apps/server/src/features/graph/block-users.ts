import { parsePhone } from '@parley/contract/phone-number';
import { findThreadOf } from './channel-query.ts';
import { type GraphCall, isFields, numberOf, reading } from './graph-call.ts';
import { invalidParameter } from './graph-error.ts';

/** Each is a call to WhatsApp. */
const mostAtOnce = 50;

/** `POST` and `DELETE /{phone_number_id}/block_users`: blocked for the team too, who sees it at the conversation. */
export function blockUsers(action: 'block' | 'unblock') {
  return async (call: GraphCall): Promise<object> => {
    const { channelId } = await numberOf(call);
    const given = call.body['block_users'];
    if (!Array.isArray(given) || given.length === 0 || given.length > mostAtOnce) {
      throw invalidParameter(`block_users must name 1 to ${mostAtOnce} users.`);
    }
    const done: object[] = [];
    const failed: object[] = [];
    for (const entry of given) {
      const input = isFields(entry) ? String(entry['user'] ?? '') : '';
      const phone = parsePhone(`+${input.replaceAll(/\D/g, '')}`, 'US');
      const id = phone === null ? null : await reading(call, (tx) => findThreadOf(tx, channelId, phone));
      if (id === null) {
        failed.push({ input, errors: [{ message: 'There is no conversation with this user', code: 139_100 }] });
        continue;
      }
      await call.api(`POST /api/threads/{id}/${action}`, { params: { id } });
      done.push({ input, wa_id: phone });
    }
    const name = action === 'block' ? 'added_users' : 'removed_users';
    return {
      messaging_product: 'whatsapp',
      block_users: { [name]: done, ...(failed.length > 0 && { failed_users: failed }) },
    };
  };
}
