import { AppError } from '../../platform/errors.ts';
import { createGroup as createTeamGroup, removeGroup, updateGroup } from '../team/public.ts';
import { parseFilter, textsOf } from './filter.ts';
import { countGroupRows, listGroupRows, type ScimGroupRow } from './group-query.ts';
import { presentGroup, readGroup } from './group-resource.ts';
import { type Assignment, assignmentsOf, readPatch } from './patch.ts';
import { storeGroupId } from './resource-repo.ts';
import { chosen, idOf, listResponse, queryOf, reading, type ScimCall, sliceOf, writing } from './scim-call.ts';
import { invalidValue, resourceNotFound } from './scim-error.ts';

/** A group may have thousands of members. */
const mostInPage = 20;

const compared = {
  id: 'id',
  displayname: 'name',
  externalid: 'external_id',
  members: 'member',
  'members.value': 'member',
} as const;

/** `GET /Groups`: the groups of the team. */
export async function listGroups(call: ScimCall): Promise<object> {
  const { startIndex, ...slice } = sliceOf(call, mostInPage);
  const filter = parseFilter(queryOf(call, 'filter'));
  const texts = filter === null ? null : textsOf(filter, compared);
  if (texts === null) return listResponse(0, startIndex, []);
  const members = !/\bmembers\b/i.test(queryOf(call, 'excludedattributes') ?? '');
  const [total, rows] = await reading(call, async (tx) => [
    await countGroupRows(tx, texts),
    slice.limit === 0 ? [] : await listGroupRows(tx, texts, { ...slice, members }),
  ]);
  return listResponse(
    total,
    startIndex,
    rows.map((row) => chosen(call, presentGroup(row, call.base))),
  );
}

export async function getGroup(call: ScimCall): Promise<object> {
  return chosen(call, presentGroup(await findGroup(call), call.base));
}

async function findGroup(call: ScimCall, id = idOf(call)): Promise<ScimGroupRow> {
  const [row] = await reading(call, (tx) => listGroupRows(tx, { id }, { offset: 0, limit: 1, members: true }));
  if (row === undefined) throw resourceNotFound('Group', id);
  return row;
}

export async function createGroup(call: ScimCall): Promise<object> {
  const { displayName: name, externalId, members } = readGroup(assignmentsOf(call.request.body));
  if (name === undefined) throw invalidValue('displayName', 'this is required.');
  const input = { name, member_ids: members?.([]) ?? [] };
  const { row } = await createTeamGroup(call.platform, call.member, input).catch(refuseMembers);
  if (externalId !== undefined) await writing(call, (tx) => storeGroupId(tx, row.id, externalId));
  void call.reply.code(201).header('location', `${call.base}/Groups/${row.id}`);
  return chosen(call, presentGroup(await findGroup(call, row.id), call.base));
}

/** `PUT /Groups/{id}`: what it does not name stays. */
export const replaceGroup = (call: ScimCall) => changeGroup(call, assignmentsOf(call.request.body));

export const patchGroup = (call: ScimCall) => changeGroup(call, readPatch(call.request.body));

async function changeGroup(call: ScimCall, assignments: readonly Assignment[]): Promise<object> {
  const { id } = await findGroup(call);
  const { displayName: name, externalId, members } = readGroup(assignments);
  if (name !== undefined || members !== undefined) {
    await updateGroup(call.platform, call.member, id, { name, member_ids: members }).catch(refuseMembers);
  }
  if (externalId !== undefined) await writing(call, (tx) => storeGroupId(tx, id, externalId));
  return chosen(call, presentGroup(await findGroup(call), call.base));
}

export async function deleteGroup(call: ScimCall): Promise<undefined> {
  const { id } = await findGroup(call);
  await removeGroup(call.platform, call.team, call.member, id);
  void call.reply.code(204);
}

/** The group is there: who is not found is one of its members. */
function refuseMembers(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found') {
    throw invalidValue('members', 'one of them is no User of this account.');
  }
  throw error;
}
