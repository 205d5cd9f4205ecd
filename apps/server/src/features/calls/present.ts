import type { PhoneCall } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { presentThread, type ThreadRow } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import type { CallRow } from './call-repo.ts';

/**
 * Calls as a member sees them, without those of conversations that they do not see.
 * @param there members who are neither suspended nor away
 */
export function presentCalls(
  actor: MemberActor,
  rows: readonly CallRow[],
  threads: readonly ThreadRow[],
  there: ReadonlySet<string>,
): PhoneCall[] {
  const view = visibilityOf(actor);
  const seen = new Map(threads.filter(view.canSeeThread).map((row) => [row.id, row]));
  return rows.flatMap((row): PhoneCall[] => {
    const thread = seen.get(row.thread_id);
    if (thread === undefined || row.state === 'ended') return [];
    return [
      {
        id: row.id,
        thread_id: row.thread_id,
        channel_id: row.channel_id,
        contact: view.thread(presentThread(thread)).contact,
        direction: row.direction,
        state: row.state,
        rang_at: row.rang_at.toISOString(),
        rings: row.direction === 'incoming' && row.state === 'ringing' && ringsFor(actor, thread, there),
        member_id: row.member_id,
        device_id: row.device_id,
        connected_at: row.connected_at?.toISOString() ?? null,
        offer: row.state === 'ringing' ? row.offer : null,
        answer: row.member_id === actor.uid ? row.answer : null,
        version: row.version,
      },
    ];
  });
}

type Assignment = Pick<ThreadRow, 'assignee_id' | 'assignee_group_id'>;

/** A call rings for who has the conversation: the member, else the group, else everyone. Nobody is called who is away. */
export function ringsFor(
  { uid, groupIds }: Pick<MemberActor, 'uid' | 'groupIds'>,
  { assignee_id: member, assignee_group_id: group }: Assignment,
  there: ReadonlySet<string>,
): boolean {
  if (!there.has(uid)) return false;
  if (member !== null && there.has(member)) return member === uid;
  return group === null || member !== null || groupIds.includes(group);
}
