import { changeMember, endMembership, provisionMember } from '../team/public.ts';
import { parseFilter, textsOf } from './filter.ts';
import { countUserRows, listUserRows, type UserRow } from './member-query.ts';
import { type Assignment, assignmentsOf, readPatch } from './patch.ts';
import { storeUserParts } from './resource-repo.ts';
import { chosen, idOf, listResponse, queryOf, reading, type ScimCall, sliceOf, writing } from './scim-call.ts';
import { invalidValue, resourceNotFound, ScimError } from './scim-error.ts';
import { memberNameOf, presentUser, readUser, refuseOtherAddress, type UserChange } from './user-resource.ts';

const mostInPage = 200;

const compared = {
  id: 'id',
  username: 'email',
  emails: 'email',
  'emails.value': 'email',
  externalid: 'external_id',
  displayname: 'name',
  'name.formatted': 'name',
  active: 'active',
} as const;

/** `GET /Users`: all members, whoever made them one. */
export async function listUsers(call: ScimCall): Promise<object> {
  const { startIndex, ...slice } = sliceOf(call, mostInPage);
  const filter = parseFilter(queryOf(call, 'filter'));
  const texts = filter === null ? null : textsOf(filter, compared);
  if (texts === null) return listResponse(0, startIndex, []);
  const [total, rows] = await reading(call, async (tx) => [
    await countUserRows(tx, texts),
    slice.limit === 0 ? [] : await listUserRows(tx, texts, slice),
  ]);
  return listResponse(
    total,
    startIndex,
    rows.map((row) => chosen(call, presentUser(row, call.base))),
  );
}

export async function getUser(call: ScimCall): Promise<object> {
  return chosen(call, presentUser(await findUser(call), call.base));
}

async function findUser(call: ScimCall, id = idOf(call)): Promise<UserRow> {
  const [row] = await reading(call, (tx) => listUserRows(tx, { id }, { offset: 0, limit: 1 }));
  if (row === undefined) throw resourceNotFound('User', id);
  return row;
}

/** `POST /Users`: an active member from now on, with the role of the token. */
export async function createUser(call: ScimCall): Promise<object> {
  const change = readUser(assignmentsOf(call.request.body));
  const { userName: email } = change;
  if (email === undefined) throw invalidValue('userName', 'this is required.');
  const id = await provisionMember(
    call.platform,
    call.member,
    {
      email,
      name: memberNameOf(change) ?? email.slice(0, email.lastIndexOf('@')),
      role: call.token.default_role,
      suspended: change.active === false,
    },
    (tx, userId) => storeUserParts(tx, userId, partsOf(change)),
  );
  const made = presentUser(await findUser(call, id), call.base);
  void call.reply.code(201).header('location', `${call.base}/Users/${id}`);
  return chosen(call, made);
}

const partsOf = ({ externalId, givenName, familyName }: UserChange) => ({
  externalId,
  givenName: givenName === '' ? null : givenName,
  familyName: familyName === '' ? null : familyName,
});

/** `PUT /Users/{id}`: what it does not name stays. */
export const replaceUser = (call: ScimCall) => changeUser(call, assignmentsOf(call.request.body));

export const patchUser = (call: ScimCall) => changeUser(call, readPatch(call.request.body));

async function changeUser(call: ScimCall, assignments: readonly Assignment[]): Promise<object> {
  const row = await findUser(call);
  const change = readUser(assignments);
  refuseOtherAddress(change, row.email);
  const name = memberNameOf(change, row);
  const { active } = change;
  const owner = row.role === 'Owner';
  if (owner && active === false) throw ownerStays();
  const changed = {
    // The name of an Owner is theirs and the other Owners’.
    ...(name !== undefined && name !== row.name && !owner && { name }),
    ...(active !== undefined && active === row.suspended && { suspended: !active }),
  };
  if (Object.keys(changed).length > 0) await changeMember(call.platform, call.member, row.id, changed);
  await writing(call, (tx) => storeUserParts(tx, row.id, partsOf(change)));
  return chosen(call, presentUser(await findUser(call), call.base));
}

/** `DELETE /Users/{id}`: no member any more; who they are in other accounts stays. */
export async function deleteUser(call: ScimCall): Promise<undefined> {
  const { id, role } = await findUser(call);
  if (role === 'Owner') throw ownerStays();
  await endMembership(call.platform, call.team, call.member, id, undefined);
  void call.reply.code(204);
}

function ownerStays(): ScimError {
  return new ScimError(
    403,
    'An Owner can’t be deactivated or removed by SCIM. Another Owner does it on the Team page.',
  );
}
