import { primitives } from '@parley/contract';
import { isUuid } from '../../platform/ids.ts';
import type { MembersChange } from '../team/public.ts';
import { nameOf } from './attribute-path.ts';
import { parseFilter } from './filter.ts';
import type { ScimGroupRow } from './group-query.ts';
import { type Assignment, fieldOf, isFields } from './patch.ts';
import { invalidValue } from './scim-error.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export type GroupChange = { displayName?: string; externalId?: string | null; members?: MembersChange };

/** A step from the members before it to those after it. */
type Step = (members: Set<string>) => Set<string>;

/** @throws ScimError naming the attribute */
export function readGroup(assignments: readonly Assignment[]): GroupChange {
  const change: GroupChange = {};
  const steps: Step[] = [];
  for (const assignment of assignments) {
    const { op, value } = assignment;
    switch (nameOf(assignment.path)) {
      case 'displayname':
        change.displayName = groupName(value);
        break;
      case 'externalid':
        change.externalId = op === 'remove' ? null : externalIdOf(value);
        break;
      case 'members':
      case 'members.value':
        steps.push(memberStep(assignment));
        break;
      default:
    }
  }
  if (steps.length > 0) {
    change.members = (present) => [...steps.reduce((members, step) => step(members), new Set(present))];
  }
  return change;
}

function memberStep({ op, path, value }: Assignment): Step {
  if (path.filter !== null) {
    const id = parseFilter(path.filter)?.get('value');
    if (op !== 'remove' || typeof id !== 'string') {
      throw invalidValue('members', 'remove them by members[value eq "id"].');
    }
    return without([id.toLowerCase()]);
  }
  // Entra ID names those to be removed beside the path.
  const ids = value === undefined || value === null ? [] : idsOf(value);
  if (op === 'remove') return ids.length === 0 ? () => new Set() : without(ids);
  if (op === 'replace') return () => new Set(ids);
  return (members) => {
    for (const id of ids) members.add(id);
    return members;
  };
}

function without(ids: readonly string[]): Step {
  return (members) => {
    for (const id of ids) members.delete(id);
    return members;
  };
}

function idsOf(value: unknown): string[] {
  return [value].flat().map((member: unknown) => {
    const id = isFields(member) ? fieldOf(member, 'value') : member;
    if (typeof id !== 'string' || !isUuid(id)) throw invalidValue('members', 'this is not the id of a User.');
    return id.toLowerCase();
  });
}

function groupName(value: unknown): string {
  const parsed = primitives.nameText.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidValue('displayName', 'send a name of 1 to 200 characters.');
}

function externalIdOf(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= 200 && !value.includes('\u0000')) return value;
  throw invalidValue('externalId', 'send a text of 1 to 200 characters.');
}

/** @param base `https://…/scim/v2` */
export function presentGroup({ id, name, external_id, member_ids }: ScimGroupRow, base: string): object {
  return {
    schemas: [groupSchema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    displayName: name,
    ...(member_ids !== null && {
      members: member_ids.map((value) => ({ value, type: 'User', $ref: `${base}/Users/${value}` })),
    }),
    meta: { resourceType: 'Group', location: `${base}/Groups/${id}` },
  };
}
