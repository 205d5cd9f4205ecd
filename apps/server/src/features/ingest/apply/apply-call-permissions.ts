import type { Executor } from '../../../platform/db/sql.ts';
import { addPermissions, type PermissionReply } from '../../calls/public.ts';
import type { NormalizedMessage } from '../normalize/normalized-events.ts';

type Reply = { response?: unknown; is_permanent?: unknown; expiration_timestamp?: unknown };

/** Keeps what customers said to calls; messages that say nothing of them cost nothing. */
export async function applyCallPermissions(tx: Executor, fresh: readonly NormalizedMessage[]): Promise<void> {
  const replies = fresh.flatMap(replyOf);
  if (replies.length > 0) await addPermissions(tx, replies);
}

function replyOf({ channel, message, at, origin }: NormalizedMessage): PermissionReply[] {
  if (message.type !== 'interactive' || origin.kind !== 'customer') return [];
  const { call_permission_reply: reply } = message.content as { call_permission_reply?: Reply | null };
  if (reply?.response !== 'accept' && reply?.response !== 'reject') return [];
  const seconds = Number(reply.expiration_timestamp);
  const allowed = reply.response === 'accept';
  const ends = allowed && reply.is_permanent !== true && seconds > 0 && seconds < latestS;
  return [
    {
      client_id: channel.clientId,
      channel_id: channel.channelId,
      provider_message_id: message.providerId,
      allowed,
      expires_at: ends ? new Date(seconds * 1_000).toISOString() : null,
      decided_at: at.toISOString(),
    },
  ];
}

/** 2100: a later time is none. */
const latestS = 4_102_444_800;
