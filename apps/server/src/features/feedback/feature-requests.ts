import { foldText } from '@parley/contract/fold-text';
import type { FeatureRequest, InputOf } from '@parley/contract/types';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  findRequest,
  insertRequest,
  lockRequests,
  moveVotes,
  type RequestRow,
  setVote,
  updateRequestState,
} from './feature-request-repo.ts';

/** Shorter words are in every request. */
const shortestWord = 3;
const mostWords = 12;

/** The words of a search, folded. */
export function searchWords(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = words.filter((word) => word.length >= shortestWord || /[^\p{ASCII}]/u.test(word));
  return [...new Set(long.length > 0 ? long : words)].slice(0, mostWords);
}

export function presentRequest(row: RequestRow): FeatureRequest {
  const { duplicate_of, duplicate_title, created_at, request_hash: _hash, ...rest } = row;
  return {
    ...rest,
    duplicate_of: duplicate_of === null ? null : { id: duplicate_of, title: duplicate_title ?? '' },
    created_at: created_at.toISOString(),
  };
}

/** @throws AppError not_found */
async function getRequest(tx: TenantTx, reader: string, id: string): Promise<RequestRow> {
  const row = isUuid(id) ? await findRequest(tx, reader, id) : null;
  if (row === null) throw new AppError('not_found', { message: 'This feature request was not found.' });
  return row;
}

/** @throws AppError id_conflict */
export async function createRequest(
  platform: Platform,
  call: Call<MemberActor>,
  body: InputOf<'POST /api/feature-requests'>['body'],
): Promise<{ row: RequestRow; created: boolean }> {
  const { actor } = call;
  const id = callId(call, 'POST /api/feature-requests', body.id);
  const { title, problem } = body;
  const idea = body.idea || null;
  const hash = hashRequest([title, problem, idea, actor.uid]);
  return platform.db.withTenant(actor.clientId, async (tx) => {
    const created = await insertRequest(tx, { id, title, problem, idea, created_by: actor.uid, request_hash: hash });
    if (created) await setVote(tx, id, actor.uid, true);
    const row = await getRequest(tx, actor.uid, id);
    if (created || row.request_hash.equals(hash)) return { row, created };
    throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another request has this id.' }] });
  });
}

/** @throws AppError not_found, validation_failed when the request is settled */
export function vote(platform: Platform, actor: MemberActor, id: string, voted: boolean): Promise<RequestRow> {
  return platform.db.withTenant(actor.clientId, async (tx) => {
    const { id: found } = await getRequest(tx, actor.uid, id);
    const state = (await lockRequests(tx, [found])).get(found);
    if (voted && state !== 'open' && state !== 'planned' && state !== 'doing') {
      throw invalid('voted', 'This request is closed, so it takes no more votes.');
    }
    await setVote(tx, found, actor.uid, voted);
    return getRequest(tx, actor.uid, found);
  });
}

/** @throws AppError not_found, validation_failed */
export function changeRequest(
  platform: Platform,
  call: Call<MemberActor>,
  id: string,
  body: InputOf<'PUT /api/feature-requests/{id}'>['body'],
): Promise<RequestRow> {
  const { actor } = call;
  return platform.db.withTenant(actor.clientId, async (tx) => {
    const { id: found } = await getRequest(tx, actor.uid, id);
    const states = await lockRequests(tx, [found, ...(body.duplicate_of === undefined ? [] : [body.duplicate_of])]);
    const before = await getRequest(tx, actor.uid, found);
    const state = body.state ?? before.state;
    const duplicateOf = state === 'duplicate' ? (body.duplicate_of ?? before.duplicate_of) : null;
    if (state === 'duplicate') checkOriginal(found, duplicateOf, states);
    if (state === 'duplicate' && duplicateOf !== null && duplicateOf !== before.duplicate_of) {
      await moveVotes(tx, found, duplicateOf);
    }
    const note = body.state_note === undefined ? before.state_note : body.state_note || null;
    await updateRequestState(tx, found, { state, duplicateOf, note });
    const after = { state, duplicate_of: duplicateOf, state_note: note };
    const { state: was, duplicate_of, state_note } = before;
    await auditChanges(tx, call, 'feedback.request_changed', found, { state: was, duplicate_of, state_note }, after);
    return getRequest(tx, actor.uid, found);
  });
}

function checkOriginal(id: string, original: string | null, states: ReadonlyMap<string, string>): void {
  if (original === null) throw invalid('duplicate_of', 'Choose the request to keep.');
  if (original === id) throw invalid('duplicate_of', 'A request can’t be a duplicate of itself.');
  if (states.has(original) && states.get(original) === 'duplicate') {
    throw invalid('duplicate_of', 'That request is a duplicate itself. Choose the one it is a duplicate of.');
  }
  if (!states.has(original)) throw new AppError('not_found', { message: 'This feature request was not found.' });
}
