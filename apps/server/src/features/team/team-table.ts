import { isAtLeast } from '@parley/contract/permissions';
import type { Restrictions, TeamMember } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { NamePosition } from '../../platform/http/cursor.ts';
import type { TableRows } from '../../platform/table-file/table-file.ts';
import type { Cell } from '../../platform/table-file/workbook.ts';

type Names = { groups: ReadonlyMap<string, string>; channels: ReadonlyMap<string, string> };
type Page = { members: TeamMember[]; next: NamePosition | null };

const everybodys = ['Name', 'Email', 'Role', 'Status', 'Groups', 'Joined at'];
const leaders = [
  ...['Channels', 'Limits', 'Open conversations', 'Median first reply in seconds (7 days)', 'First replies (7 days)'],
  'Last active at',
];

const limitWords: Partial<Record<keyof Restrictions, string>> = {
  only_assigned: 'only assigned conversations',
  mask_phone_numbers: 'no phone numbers',
  no_export: 'no export',
  no_deletion: 'no deletion',
};

/** The team, by name; a User gets the columns that a User sees. The first page is read before the file begins. */
export async function teamTable(
  actor: MemberActor,
  names: Names,
  readPage: (after: NamePosition | null) => Promise<Page>,
): Promise<TableRows> {
  const leads = isAtLeast(actor.role, 'Admin');
  const first = await readPage(null);
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [leads ? [...everybodys, ...leaders] : everybodys];
    for (let page: Page = first; ; page = await readPage(page.next)) {
      yield page.members.map((member) => [...seenByAll(member, names), ...(leads ? seenByLeaders(member, names) : [])]);
      if (page.next === null) return;
    }
  }
  return rows();
}

function seenByAll(member: TeamMember, { groups }: Names): string[] {
  const inGroups = member.group_ids.flatMap((id) => groups.get(id) ?? []).sort();
  return [member.name, member.email, member.role, member.state, inGroups.join(', '), member.joined_at];
}

function seenByLeaders(member: TeamMember, { channels }: Names): Cell[] {
  const { restrictions: limits } = member;
  const channelIds = limits?.channel_ids ?? null;
  const words = Object.entries(limitWords).flatMap(([name, word]) =>
    limits?.[name as keyof Restrictions] ? word : [],
  );
  return [
    channelIds === null ? 'all' : channelIds.flatMap((id) => channels.get(id) ?? []).join(', '),
    words.join(', '),
    member.open_threads,
    member.first_reply_median_s,
    member.first_replies,
    member.last_seen_at,
  ];
}
