import type { DoctorReport } from '@parley/contract/types';
import type { Platform } from '../../../platform/platform.ts';
import { prove } from '../connect.ts';
import { countMessages, type Look, noteLook } from '../health-repo.ts';
import { paceOf } from '../pace.ts';
import type { ChannelCheck } from '../prove.ts';
import type { ChannelRow } from '../repo.ts';
import type { ProviderAccess } from '../senders.ts';
import { bad } from './check.ts';
import { type Facts, gatherFacts } from './facts.ts';
import { lookOf } from './keep.ts';

/**
 * Looks at a channel, keeps what was found for the list, and takes over what it says about the channel itself: a
 * number that could be read is proven, and its pace is WhatsApp's.
 * @throws AppError('simulator_unavailable') for a sandbox whose simulator does not start
 */
export async function examine(platform: Platform, providers: ProviderAccess, row: ChannelRow): Promise<DoctorReport> {
  const nowMs = Date.now();
  const counts = await platform.db.withTenant(
    row.client_id,
    (tx) => countMessages(tx, new Date(nowMs - 24 * 3_600_000), new Date(nowMs)),
    { readOnly: true },
  );
  const whole = counts.find(({ channel_id, hour }) => channel_id === row.id && hour === null);
  const facts = await gatherFacts(platform, providers, row, whole?.written_to ?? 0);
  const look = lookOf(facts);
  await takeOver(platform, row, facts, look);
  await platform.db.withTenant(row.client_id, (tx) => noteLook(tx, row.id, look));
  return { at: look.at, checks: look.checks };
}

async function takeOver(platform: Platform, row: ChannelRow, { answers }: Facts, look: Look): Promise<void> {
  if (row.sandbox) return;
  if (answers.kind === 'SESSION') {
    if (answers.greeting.kind === 'ok') await prove(platform, row.client_id, row, null, []);
    return;
  }
  const { number } = answers;
  if (number.kind !== 'ok') return;
  const refused: ChannelCheck[] = [];
  await prove(platform, row.client_id, row, paceOf(number.value), refused);
  for (const { fix } of refused) {
    look.checks.push(bad('claim', 'Another channel has proven this number.', fix ?? ''));
  }
}
