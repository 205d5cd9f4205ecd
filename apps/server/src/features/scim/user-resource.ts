import { identitySchemas } from '@parley/contract';
import { cleanName, nameLength } from '@parley/contract/names';
import { nameOf } from './attribute-path.ts';
import type { UserRow } from './member-query.ts';
import { type Assignment, fieldOf, isFields } from './patch.ts';
import { invalidValue, ScimError } from './scim-error.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** What a call changes of a user; what Parley has no place for is left out. */
export type UserChange = {
  userName?: string;
  displayName?: string;
  formatted?: string;
  givenName?: string;
  familyName?: string;
  externalId?: string | null;
  active?: boolean;
};

const longestText = 200;

/** @throws ScimError naming the attribute */
export function readUser(assignments: readonly Assignment[]): UserChange {
  const change: UserChange = {};
  for (const { op, path, value } of assignments)
    assign(change, nameOf(path), op === 'remove' ? null : unwrapped(value));
  return change;
}

function assign(change: UserChange, name: string, value: unknown): void {
  switch (name) {
    case 'username':
      change.userName = addressOf(value);
      break;
    case 'active':
      change.active = flagOf(value);
      break;
    case 'externalid':
      change.externalId = textOf('externalId', value) || null;
      break;
    case 'displayname':
      change.displayName = textOf('displayName', value);
      break;
    case 'name':
      if (value !== null && !isFields(value)) throw invalidValue('name', 'send an object.');
      for (const sub of ['formatted', 'givenname', 'familyname']) {
        const part = fieldOf(value ?? {}, sub);
        if (value === null || part !== undefined) assign(change, `name.${sub}`, part ?? null);
      }
      break;
    case 'name.formatted':
      change.formatted = textOf('name.formatted', value);
      break;
    case 'name.givenname':
      change.givenName = textOf('name.givenName', value);
      break;
    case 'name.familyname':
      change.familyName = textOf('name.familyName', value);
      break;
    default:
  }
}

/** Older applications of Entra ID write a single value as a list of one. */
function unwrapped(value: unknown): unknown {
  const [only, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  return isFields(only) && more.length === 0 && 'value' in only ? only['value'] : value;
}

function addressOf(value: unknown): string {
  const parsed = identitySchemas.email.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidValue('userName', 'this is not an email address. Members sign in with theirs.');
}

/** Entra ID writes `"False"`. */
function flagOf(value: unknown): boolean {
  const flag = typeof value === 'string' ? value.toLowerCase() : value;
  if (flag === true || flag === 'true') return true;
  if (flag === false || flag === 'false') return false;
  throw invalidValue('active', 'send true or false.');
}

function textOf(attribute: string, value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? cleanName(value) : null;
  if (text === null) throw invalidValue(attribute, 'send a text.');
  if (nameLength(text) > longestText) throw invalidValue(attribute, `at most ${longestText} characters.`);
  return text;
}

/** The member’s name as the team shows it, after a change; undefined: as it is. @param stored the parts known so far */
export function memberNameOf(
  change: UserChange,
  stored: { given_name: string | null; family_name: string | null } = { given_name: null, family_name: null },
): string | undefined {
  const { displayName, formatted, givenName, familyName } = change;
  const parts =
    givenName === undefined && familyName === undefined
      ? []
      : [givenName ?? stored.given_name, familyName ?? stored.family_name];
  const joined = [...parts.filter(Boolean).join(' ')].slice(0, longestText).join('');
  return displayName || formatted || joined || undefined;
}

/** @throws ScimError: addresses are the users’ own, and others may share them with other accounts */
export function refuseOtherAddress({ userName }: UserChange, email: string): void {
  if (userName === undefined || userName === email.toLowerCase()) return;
  const detail = 'userName: members change their email address in their own settings, and it must be the same here.';
  throw new ScimError(400, detail, 'mutability');
}

/** @param base `https://…/scim/v2` */
export function presentUser(row: UserRow, base: string): object {
  const { id, name, email, suspended, external_id, given_name, family_name, created_at } = row;
  return {
    schemas: [userSchema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName: email,
    displayName: name,
    name: {
      formatted: name,
      ...(given_name !== null && { givenName: given_name }),
      ...(family_name !== null && { familyName: family_name }),
    },
    emails: [{ value: email, type: 'work', primary: true }],
    active: !suspended,
    meta: { resourceType: 'User', created: created_at.toISOString(), location: `${base}/Users/${id}` },
  };
}
