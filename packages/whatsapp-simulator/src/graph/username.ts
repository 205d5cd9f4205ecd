import { enqueueField } from '../engine/updates.ts';
import type { Reply } from '../http/exchange.ts';
import type { Account } from '../storage/accounts.ts';
import { type GraphCall, readParameters } from './call.ts';
import { GraphError } from './errors.ts';
import { change } from './registration.ts';
import { requireNumber } from './require.ts';
import { onlyKeys, requiredTextAt } from './shape.ts';

const form = /^(?=.*[a-z])(?!www)(?!\.)(?!.*\.\.)(?!.*\.$)[a-z0-9._]{3,35}$/i;
/** A name that another business has, to play the refusal. */
const taken = 'taken';

/** `GET /{phone_number_id}/username`: without a name while there is none. */
export function readUsername(call: GraphCall): Reply {
  requireNumber(call);
  const { username } = call.account.number;
  return { status: 200, json: username ? { username: username.name, status: username.status } : {} };
}

/** `GET /{phone_number_id}/username_suggestions`: names made of the business's name. */
export function listSuggestions(call: GraphCall): Reply {
  requireNumber(call);
  const stem = call.account.verified_name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  const username_suggestions = [stem, `${stem}_official`].filter((name) => form.test(name));
  return { status: 200, json: { data: [{ username_suggestions }] } };
}

/** `POST /{phone_number_id}/username {username, transfer_action?}`: it is approved at once. */
export async function writeUsername(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const body = await readParameters(call);
  onlyKeys(body, 'body', ['username', 'transfer_action']);
  const name = requiredTextAt(body, 'username', 'username', 255);
  if (!form.test(name)) throw new GraphError(147001, 'username is not in the right format');
  if (name.toLowerCase() === taken) throw new GraphError(147002, 'This username is not available');
  const reply = change(call, (account) => {
    account.number = { ...account.number, username: { name, status: 'approved' } };
    report(call, account, { username: name, status: 'approved' });
  });
  return { ...reply, json: { status: 'approved' } };
}

/** `DELETE /{phone_number_id}/username`. */
export function deleteUsername(call: GraphCall): Reply {
  requireNumber(call);
  return change(call, (account) => {
    account.number = { ...account.number, username: null };
    report(call, account, { status: 'deleted' });
  });
}

function report({ core }: GraphCall, account: Account, value: object): void {
  const { display_phone_number } = account;
  enqueueField(core, account, 'business_username_updates', { display_phone_number, ...value });
}
