import type { Executor } from '../../../platform/db/sql.ts';
import { type SaidCode, verifyTestNumbers } from '../../channels/public.ts';
import { phoneMatchKey } from '../../contacts/public.ts';
import type { Inbound } from './meaning.ts';

/** What a test phone writes to prove itself, as people type it. */
const proof = /^\W*test\W+(\d{6})\W*$/i;

/** Phones of the team that wrote the code of their place on the list of test phones. */
export async function noteTestPhones(tx: Executor, fresh: readonly Inbound[]): Promise<void> {
  const said = fresh.flatMap(({ channel, message, origin }): SaidCode[] => {
    if (origin.kind !== 'customer' || channel.sandbox || message.type !== 'text' || message.from.phone === null)
      return [];
    const code = proof.exec(message.content.body)?.[1];
    const { clientId, channelId } = channel;
    return code === undefined ? [] : [{ clientId, channelId, matchKey: phoneMatchKey(message.from.phone), code }];
  });
  if (said.length > 0) await verifyTestNumbers(tx, said);
}
