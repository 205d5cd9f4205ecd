import { phoneMatchKey } from '@parley/contract/phone-forms';
import { plainText } from '@parley/contract/phone-text';
import type { Executor } from '../../../platform/db/sql.ts';
import { type ReceivedCode, verifyTestNumbers } from '../../channels/public.ts';
import type { NormalizedMessage } from '../normalize/normalized-events.ts';

/** The message that verifies a test phone, as a member types it. */
const codePattern = /^\W*test\W+(\d{6})\W*$/i;

/** Verifies test phones that sent their code. */
export async function verifyTestPhones(tx: Executor, fresh: readonly NormalizedMessage[]): Promise<void> {
  const received = fresh.flatMap(({ channel, message, origin }): ReceivedCode[] => {
    if (origin.kind !== 'customer' || channel.sandbox || message.type !== 'text' || message.from.phone === null)
      return [];
    const code = codePattern.exec(plainText(message.content.body))?.[1];
    const { clientId, channelId } = channel;
    return code === undefined ? [] : [{ clientId, channelId, matchKey: phoneMatchKey(message.from.phone), code }];
  });
  if (received.length > 0) await verifyTestNumbers(tx, received);
}
