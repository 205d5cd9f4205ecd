import type { User } from '@parley/contract/types';
import { expect, it } from 'vitest';
import { mentionCandidates } from './mention-candidates.ts';

const user = (id: string, state: User['state'] = 'active'): User => ({
  id,
  name: id,
  email: `${id}@kestrel.example`,
  photo_url: null,
  role: 'User',
  state,
  version: 1,
});
const users = [user('dana'), user('omar'), user('mei'), user('gone', 'former'), user('away', 'suspended')];
const group = (id: string, ...members: string[]) => ({ id, name: id, member_ids: members, version: 1 });
const groups = [group('shop', 'dana', 'omar', 'mei', 'away'), group('nobody'), group('mine', 'dana')];
const short = (viewers: ReadonlyMap<string, boolean> | null) =>
  mentionCandidates(users, groups, 'dana', viewers).map(({ id, canView, viewerCount, members }) => [
    id,
    canView,
    viewerCount,
    members,
  ]);

it('offers active members except the author, and groups with the number who can see the conversation', () => {
  const viewers = new Map([
    ['dana', true],
    ['omar', true],
    ['mei', false],
  ]);
  expect(short(viewers)).toEqual([
    ['omar', true, 1, 1],
    ['shop', true, 1, 2],
    ['mei', false, 0, 1],
    ['nobody', false, 0, 0],
    ['mine', false, 0, 0],
  ]);
});

it('offers all while the server has not returned who can see it', () => {
  expect(short(null).slice(0, 3)).toEqual([
    ['omar', true, 1, 1],
    ['mei', true, 1, 1],
    ['shop', true, 2, 2],
  ]);
});
