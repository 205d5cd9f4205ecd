import type { User } from '@parley/contract/types';
import { expect, it } from 'vitest';
import { choicesFor } from './choices.ts';

const person = (id: string, state: User['state'] = 'active'): User => ({
  id,
  name: id,
  email: `${id}@kestrel.example`,
  photo_url: null,
  role: 'User',
  state,
  version: 1,
});
const users = [person('dana'), person('omar'), person('mei'), person('gone', 'former'), person('away', 'suspended')];
const group = (id: string, ...members: string[]) => ({ id, name: id, member_ids: members, version: 1 });
const groups = [group('shop', 'dana', 'omar', 'mei', 'away'), group('nobody'), group('mine', 'dana')];
const short = (seers: ReadonlyMap<string, boolean> | null) =>
  choicesFor(users, groups, 'dana', seers).map(({ id, sees, reached, members }) => [id, sees, reached, members]);

it('offers active people but the writer, and groups with how many of them see the conversation', () => {
  const seers = new Map([
    ['dana', true],
    ['omar', true],
    ['mei', false],
  ]);
  expect(short(seers)).toEqual([
    ['omar', true, 1, 1],
    ['shop', true, 1, 2],
    ['mei', false, 0, 1],
    ['nobody', false, 0, 0],
    ['mine', false, 0, 0],
  ]);
});

it('leaves nobody out while the server has not said who sees it', () => {
  expect(short(null).slice(0, 3)).toEqual([
    ['omar', true, 1, 1],
    ['mei', true, 1, 1],
    ['shop', true, 2, 2],
  ]);
});
