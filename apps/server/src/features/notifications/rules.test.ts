import { isQuiet } from '@parley/contract/quiet-hours';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from './default-settings.ts';
import { type Member, occasionsOf, type SubjectRow } from './occasions.ts';
import { plainNote } from './present.ts';

const member = (user_id: string, groups: string[] = [], sees = true): Member => ({
  user_id,
  role: 'User',
  group_ids: groups,
  view: { canSeeThread: () => sees, canSeeCampaign: () => sees },
});
const subject = (change: Partial<SubjectRow>): SubjectRow => ({
  what: 'message',
  id: 's',
  thread_id: 't',
  channel_id: 'c',
  assignee_id: null,
  assignee_group_id: null,
  created_by: 'webhook',
  user_ids: [],
  unread_count: 1,
  muted_by: [],
  ...change,
});
const team = [member('mateo', ['workshop']), member('dana'), member('blind', [], false)];
const kinds = (change: Partial<SubjectRow>) =>
  occasionsOf([subject(change)], team).map(({ user_id, kind }) => `${user_id} ${kind}`);

describe('who is told of what', () => {
  test.each<[string, Partial<SubjectRow>, string[]]>([
    ['an unassigned conversation', {}, ['mateo unassigned', 'dana unassigned']],
    ['one of mine', { assignee_id: 'dana' }, ['mateo other', 'dana mine']],
    ['one of my group', { assignee_group_id: 'workshop' }, ['mateo mine', 'dana other']],
    ['a message that was read meanwhile', { unread_count: 0 }, []],
    ['a mention', { what: 'note', created_by: 'dana', user_ids: ['mateo', 'dana', 'blind'] }, ['mateo mention']],
    ['an assignment', { what: 'assigned', assignee_id: 'dana', created_by: 'mateo' }, ['dana assigned']],
    ['taking it oneself', { what: 'assigned', assignee_id: 'dana', created_by: 'dana' }, []],
    ['one that a member muted', { assignee_id: 'dana', muted_by: ['dana'] }, ['mateo other']],
    [
      'a mention in one that was muted',
      { what: 'note', created_by: 'dana', user_ids: ['mateo'], muted_by: ['mateo'] },
      ['mateo mention'],
    ],
    ['a message of mine that failed', { what: 'failed', created_by: 'dana' }, ['dana failed']],
  ])('%s', (_name, change, expected) => {
    expect(kinds(change)).toEqual(expected);
  });
});

describe('quiet hours', () => {
  const quiet = (from: string, to: string, days: number[] = []) => ({
    quiet: { ...defaultSettings.quiet, on: true, from, to, days, time_zone: 'Europe/Berlin' },
  });
  // Thursday, 20:30 in Berlin.
  const at = new Date('2026-11-19T19:30:00Z');

  test.each([
    ['across midnight', quiet('19:00', '08:00'), true],
    ['within a day', quiet('20:00', '21:00'), true],
    ['not yet', quiet('21:00', '08:00'), false],
    ['over', quiet('08:00', '20:30'), false],
    ['a quiet day', quiet('00:00', '00:00', [4]), true],
    ['another day', quiet('00:00', '00:00', [0]), false],
    ['switched off', { quiet: { ...quiet('00:00', '23:59').quiet, on: false } }, false],
  ])('%s', (_name, settings, expected) => {
    expect(isQuiet(settings, at)).toBe(expected);
  });
});

test('a mention mark is shown as the name', () => {
  expect(plainNote('@[Dana Weber](user:0190) and @[Workshop](group:0191), look')).toBe(
    '@Dana Weber and @Workshop, look',
  );
});
