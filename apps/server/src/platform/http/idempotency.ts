import { createHash } from 'node:crypto';
import type { Call } from '../auth/actor.ts';
import { idFromKey, newId } from '../ids.ts';

/** Hash of a call's content: the same id with other content is a conflict. */
export function hashRequest(content: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

type KeyedCall = Pick<Call<{ clientId: string | null; author: string }>, 'actor' | 'idempotencyKey'>;

/**
 * The id of the row that a call creates: the given one, else one derived from its Idempotency-Key.
 * @param parts distinguishes the rows of one call
 * @returns undefined for a call with neither
 */
export function findCallId(
  { actor, idempotencyKey }: KeyedCall,
  route: string,
  given: string | undefined,
  ...parts: string[]
): string | undefined {
  if (given !== undefined) return given.toLowerCase();
  if (idempotencyKey === undefined) return undefined;
  const account = actor.clientId === null ? [] : [actor.clientId];
  return idFromKey(...account, actor.author, route, idempotencyKey, ...parts);
}

/** The same, or a new id. */
export function callId(call: KeyedCall, route: string, given: string | undefined, ...parts: string[]): string {
  return findCallId(call, route, given, ...parts) ?? newId();
}
