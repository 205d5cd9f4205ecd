import { describe, expect, it, test } from 'vitest';
import {
  beginsName,
  bodyOf,
  insertMention,
  type MentionTarget,
  mentionsIn,
  partsOf,
  plainNote,
  textOf,
  typedMention,
  withoutMention,
} from './mention-text.ts';

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const dana: MentionTarget = { kind: 'user', id: id(1), name: 'Dana Whitfield' };
const short: MentionTarget = { kind: 'user', id: id(2), name: 'Dana' };
const twin: MentionTarget = { kind: 'user', id: id(3), name: 'Dana Whitfield' };
const workshop: MentionTarget = { kind: 'group', id: id(4), name: 'Workshop' };

describe('a name being typed', () => {
  it.each([
    ['@', 0, ''],
    ['Ask @da', 4, 'da'],
    ['(@da', 1, 'da'],
    ['@Dana Whit', 0, 'Dana Whit'],
    ['مرحبا @دا', 6, 'دا'],
    ['first\n@w', 6, 'w'],
  ])('is found at the end of %j', (text, from, typed) => {
    expect(typedMention(text, text.length)).toEqual({ from, typed });
  });

  it.each(['', 'mail@example', 'x@', '@Dana please look at this', '@Dana\nlook', 'Hello'])('is not in %j', (text) => {
    expect(typedMention(text, text.length)).toBeNull();
  });

  it('is looked for before the caret only', () => {
    expect(typedMention('@da and more', 3)).toEqual({ from: 0, typed: 'da' });
    expect(typedMention('a @da', 1)).toBeNull();
  });

  it('matches the beginning of each word of a name, in any case', () => {
    expect(['', 'DA', 'whit', 'Dana Wh'].map((typed) => beginsName('Dana Whitfield', typed))).toEqual(
      Array(4).fill(true),
    );
    expect(['ana', 'Dana X'].map((typed) => beginsName('Dana Whitfield', typed))).toEqual([false, false]);
  });

  it('ends after the whole name and one blank', () => {
    expect(insertMention('Ask @da please', 4, 7, 'Dana Whitfield')).toEqual({
      text: 'Ask @Dana Whitfield please',
      caret: 20,
    });
  });
});

describe('the body of a note', () => {
  it('marks mentions, and converts back to the typed text', () => {
    const text = '@Dana Whitfield and @Workshop: look, @Dana Whitfield!';
    const { body, mentions } = bodyOf(text, [dana, workshop]);
    expect(mentions).toEqual({ user_ids: [dana.id], group_ids: [workshop.id] });
    expect(body).toBe(
      `@[Dana Whitfield](user:${dana.id}) and @[Workshop](group:${workshop.id}): look, @[Dana Whitfield](user:${dana.id})!`,
    );
    expect(textOf(body)).toEqual({ text, chosen: [dana, workshop] });
  });

  it('mentions no one whose name was deleted, changed or incomplete', () => {
    for (const text of ['', '@Dana Whitfields', 'Dana Whitfield', 'a@Workshop', '@Work']) {
      expect(bodyOf(text, [dana, workshop])).toEqual({ body: text, mentions: { user_ids: [], group_ids: [] } });
    }
    expect(mentionsIn('@Workshop', [dana, workshop])).toEqual([workshop]);
  });

  it('prefers the longer of two names with the same beginning', () => {
    expect(mentionsIn('@Dana Whitfield', [short, dana])).toEqual([dana]);
    expect(mentionsIn('@Dana, and @Dana Whitfield', [dana, short])).toEqual([dana, short]);
  });

  it('distinguishes equal names by their order', () => {
    const { body } = bodyOf('@Dana Whitfield and @Dana Whitfield', [twin, dana]);
    expect(body).toBe(`@[Dana Whitfield](user:${twin.id}) and @[Dana Whitfield](user:${dana.id})`);
    expect(mentionsIn('@Dana Whitfield', [twin, dana])).toEqual([twin]);
  });

  it('supports names with brackets', () => {
    const odd: MentionTarget = { kind: 'user', id: id(5), name: 'Ana [sales] (x)' };
    const { text } = insertMention('@an', 0, 3, odd.name);
    expect(textOf(bodyOf(text, [odd]).body).chosen.map(({ id: each }) => each)).toEqual([odd.id]);
  });

  it('removes a mention and keeps the name as text', () => {
    expect(withoutMention('@Dana Whitfield, @Workshop', [dana, workshop], dana)).toBe('Dana Whitfield, @Workshop');
  });
});

describe('a displayed note', () => {
  const body = `Ask @[Dana Whitfield](user:${dana.id}) or @[Workshop](group:${workshop.id}).`;

  it('splits into text and names', () => {
    expect(partsOf(body, { user_ids: [dana.id], group_ids: [workshop.id] })).toEqual([
      { kind: 'words', text: 'Ask ' },
      dana,
      { kind: 'words', text: ' or ' },
      workshop,
      { kind: 'words', text: '.' },
    ]);
  });

  it('marks only its mentions, whatever its text contains', () => {
    expect(partsOf(body, { user_ids: [], group_ids: [] }).every(({ kind }) => kind === 'words')).toBe(true);
  });

  it('shows current names, and the stored ones of unknown members', () => {
    const now = (named: MentionTarget) => (named.id === dana.id ? 'Dana Okafor' : undefined);
    expect(plainNote(body, now)).toBe('Ask @Dana Okafor or @Workshop.');
  });
});

test.each(['@[', '@[a', '@[a](', '@', '@a '])('65,536 characters of %j are read in one go', (repeated) => {
  const text = repeated.repeat(65_536).slice(0, 65_536);
  expect(plainNote(text)).toBe(text);
  expect(typedMention(text, text.length)?.from ?? 0).toBeGreaterThanOrEqual(0);
});
