import { said } from '@parley/contract/said';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Job, JobKind, JobResult } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts/translate.ts';
import { getClient } from '../accounts/public.ts';
import { type CallRow, findCalls, isRinging } from '../calls/public.ts';
import { findThreads, presentThread } from '../messaging/public.ts';
import { listMemberViews } from '../team/public.ts';
import { deleteIfEnded, findDevice, noteRing } from './device-repo.ts';
import { languageOf, noteResult, settle } from './jobs.ts';
import { pushToDevice } from './providers.ts';
import { lockFeedPosition } from './repo.ts';
import { findReader } from './subjects-query.ts';

/** Seconds that a push service keeps it for a browser that is not running: a call rings no longer than that. */
const ttlS = 45;
/** A call is over before more would help. */
const maxAttempts = 4;

export function callJob(platform: Platform): JobKind {
  return { name: 'notifications.call', maxAttempts, run: (job) => pushCall(platform, job) };
}

/** Tells one browser that a call rings, if it still does, or that one it was told of does not. */
async function pushCall(platform: Platform, job: Job): Promise<JobResult> {
  const { call: callId = '', device: deviceId = '', over } = job.payload;
  await deleteIfEnded(platform.db.system.statements('notifications'), job.clientId, deviceId);
  const rings = over === undefined;
  const about = await platform.db.withTenant(job.clientId, async (tx) => {
    // Whoever reads of the call's end in the feed comes before, and it is over here, or after, and finds what is noted.
    if (rings) await lockFeedPosition(tx);
    const [call] = await findCalls(tx, [callId]);
    const device = await findDevice(tx, deviceId);
    if (call === undefined || device === null || isRinging(call) !== rings) return null;
    const contact = await findCaller(tx, call, device.user_id);
    if (rings && contact === null) return null;
    if (rings) await noteRing(tx, deviceId, callId);
    const reader = await findReader(tx, device.user_id);
    const member = call.member_id === null ? null : await findReader(tx, call.member_id);
    return {
      call,
      device,
      contact,
      email: reader?.email ?? '',
      by: member?.name ?? '',
      account: (await getClient(tx)).name,
    };
  });
  if (about === null) return undefined;
  const { call, device, contact, email, by, account } = about;
  const language = await languageOf(platform, email);
  const name = contact?.name || contact?.username || translate(language, said('A customer'));
  const payload = {
    kind: 'call' as const,
    client_id: job.clientId,
    thread_id: call.thread_id,
    campaign_id: null,
    automation_id: null,
    call: { id: call.id, rings },
    title: rings ? translate(language, said(`Incoming call: ${name}`)) : name,
    body: rings ? account : translate(language, contact === null ? ended : endOf(call, by)),
    unread: [],
    silent: !rings,
  };
  const result = await pushToDevice(platform, job.clientId, device, payload, 'high', job.signal, ttlS);
  await platform.db.withTenant(job.clientId, (tx) => noteResult(tx, device.id, result));
  return settle(result, job);
}

/** The caller as the member may see them; null when they no longer see the conversation. */
async function findCaller(tx: TenantTx, call: CallRow, uid: string) {
  const member = (await listMemberViews(tx)).find(({ user_id }) => user_id === uid);
  const [thread] = await findThreads(tx, [call.thread_id]);
  if (member === undefined || thread === undefined || !member.view.canSeeThread(thread)) return null;
  return member.view.thread(presentThread(thread)).contact;
}

const ended = 'The call has ended.';

function endOf({ outcome, state }: CallRow, by: string): string {
  if (outcome === 'missed') return said('Missed call');
  if (by === '') return ended;
  if (outcome === 'declined') return said(`Declined by ${by}`);
  return state === 'answered' || outcome === 'answered' ? said(`Answered by ${by}`) : ended;
}
