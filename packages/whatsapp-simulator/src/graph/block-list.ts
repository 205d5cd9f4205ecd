import { windowMs } from '../engine/new-phone.ts';
import type { Reply } from '../http/exchange.ts';
import { clockOf } from '../storage/accounts.ts';
import type { Phone } from '../storage/phones.ts';
import { type GraphCall, pageOf, readParameters } from './call.ts';
import { checkProduct } from './check-send.ts';
import { GraphError } from './errors.ts';
import { change } from './registration.ts';
import { requireNumber } from './require.ts';
import { listAt, objectIn, requiredTextAt } from './shape.ts';

/** `GET /{phone_number_id}/block_users`. */
export function listBlocked(call: GraphCall): Reply {
  requireNumber(call);
  const rows = call.account.number.blocked.map((wa_id) => ({ messaging_product: 'whatsapp', wa_id }));
  return pageOf(call, rows);
}

/** `POST /{phone_number_id}/block_users`: users who wrote within 24 hours; others fail individually. */
export async function block(call: GraphCall): Promise<Reply> {
  const targets = await readBlockTargets(call);
  const nowMs = clockOf(call.account);
  const wroteLately = (phone: Phone | null): phone is Phone =>
    phone !== null && phone.last_inbound_ms !== null && nowMs - phone.last_inbound_ms < windowMs;
  const added = targets.filter(({ phone }) => wroteLately(phone));
  const failed = targets.filter(({ phone }) => !wroteLately(phone));
  const ids = added.flatMap(({ phone }) => phone?.id ?? []);
  change(call, (account) => {
    const before = account.number.blocked.filter((id) => !ids.includes(id));
    account.number = { ...account.number, blocked: [...ids, ...before] };
  });
  if (failed.length > 0 && added.length === 0) {
    throw new GraphError(139100, 'None of them wrote to this number within the last 24 hours');
  }
  return { status: 200, json: answer('added_users', added, failed) };
}

/** `DELETE /{phone_number_id}/block_users`. */
export async function unblock(call: GraphCall): Promise<Reply> {
  const targets = await readBlockTargets(call);
  const { blocked } = call.account.number;
  const removed = targets.filter(({ phone }) => phone !== null && blocked.includes(phone.id));
  const ids = removed.map(({ phone }) => phone?.id);
  change(call, (account) => {
    account.number = { ...account.number, blocked: blocked.filter((id) => !ids.includes(id)) };
  });
  const failed = targets.filter((target) => !removed.includes(target));
  return { status: 200, json: answer('removed_users', removed, failed) };
}

type BlockTarget = { input: string; phone: Phone | null };

async function readBlockTargets(call: GraphCall): Promise<BlockTarget[]> {
  requireNumber(call);
  const body = await readParameters(call);
  checkProduct(body);
  const { core, account } = call;
  return listAt(body, 'block_users', 'block_users', 1, 1000).map((entry) => {
    const input = requiredTextAt(objectIn(entry, 'block_users'), 'user', 'user', 140);
    const digits = input.replace(/\D/g, '');
    return { input, phone: core.phones.findByUserId(account.key, input) ?? core.phones.find(account.key, digits) };
  });
}

function answer(key: string, done: BlockTarget[], failed: BlockTarget[]) {
  const present = ({ input, phone }: BlockTarget) => ({ input, ...(phone === null ? {} : { wa_id: phone.id }) });
  const error = { message: 'Failed to block/unblock this user', code: 139100, error_data: { details: 'not possible' } };
  return {
    messaging_product: 'whatsapp',
    block_users: {
      [key]: done.map(present),
      ...(failed.length === 0
        ? {}
        : { failed_users: failed.map((target) => ({ ...present(target), errors: [error] })) }),
    },
  };
}
