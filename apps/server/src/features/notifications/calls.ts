import { isQuiet } from '@parley/contract/quiet-hours';
import type { TenantTx } from '../../platform/db/sql.ts';
import { enqueueJobs, type NewJob } from '../../platform/jobs/queue.ts';
import { type CallRow, findCalls, isRinging, listMembersThere, ringsFor } from '../calls/public.ts';
import { findThreads, type ThreadRow } from '../messaging/public.ts';
import { listMemberViews } from '../team/public.ts';
import { defaultSettings } from './default-settings.ts';
import { type DeviceRow, listDevices, takeRings } from './device-repo.ts';
import { findSettings } from './repo.ts';

/**
 * Adds jobs that push calls which ring, to the browsers of the members for whom they do, and that withdraw those that
 * ring no more.
 * @returns how many
 */
export async function pushCalls(tx: TenantTx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const jobs: NewJob[] = [];
  for (const call of await findCalls(tx, ids)) {
    if (call.direction === 'outgoing') continue;
    const rings = isRinging(call);
    const devices = rings ? await devicesFor(tx, call) : await takeRings(tx, call.id);
    jobs.push(
      ...devices.map((device) => ({
        clientId: tx.clientId,
        kind: 'notifications.call',
        weight: 'light' as const,
        priority: -2,
        key: `call/${device}/${call.id}`,
        payload: { call: call.id, device, ...(rings ? {} : { over: 'yes' }) },
      })),
    );
  }
  await enqueueJobs(tx, jobs);
  return jobs.length;
}

/** Whoever a call rings for in the application, unless they muted the conversation, chose otherwise, or have quiet hours. */
async function devicesFor(tx: TenantTx, call: CallRow): Promise<string[]> {
  const [thread] = await findThreads(tx, [call.thread_id]);
  if (thread === undefined) return [];
  const there = await listMembersThere(tx);
  const members = (await listMemberViews(tx)).filter(
    ({ user_id: uid, group_ids: groupIds, view }) =>
      view.canSeeThread(thread) && ringsFor({ uid, groupIds }, thread, there) && !isMuted(thread, uid),
  );
  const users = members.map(({ user_id }) => user_id);
  const settings = await findSettings(tx, users);
  const now = new Date();
  const isWanted = ({ user_id, kind }: DeviceRow) => {
    const chosen = settings.get(user_id) ?? defaultSettings;
    return chosen.rules.call[kind] && !isQuiet(chosen, now);
  };
  return (await listDevices(tx, users)).filter(isWanted).map(({ id }) => id);
}

function isMuted({ mutes }: ThreadRow, uid: string): boolean {
  const until = mutes[uid];
  return until !== undefined && (until === 'infinity' || Date.parse(until) > Date.now());
}
