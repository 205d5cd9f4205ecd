import { describe, expect, it } from 'vitest';
import {
  beginsName,
  bodyOf,
  insertName,
  type Named,
  namedIn,
  partsOf,
  plainNote,
  textOf,
  typedName,
  withoutName,
} from './mention-text.ts';

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const dana: Named = { kind: 'user', id: id(1), name: 'Dana Whitfield' };
const short: Named = { kind: 'user', id: id(2), name: 'Dana' };
const twin: Named = { kind: 'user', id: id(3), name: 'Dana Whitfield' };
const workshop: Named = { kind: 'group', id: id(4), name: 'Workshop' };

describe('a name that is being typed', () => {
  it.each([
    ['@', 0, ''],
    ['Ask @da', 4, 'da'],
    ['(@da', 1, 'da'],
    ['@Dana Whit', 0, 'Dana Whit'],
    ['مرحبا @دا', 6, 'دا'],
    ['first\n@w', 6, 'w'],
  ])('is found at the end of %j', (text, from, typed) => {
    expect(typedName(text, text.length)).toEqual({ from, typed });
  });

  it.each(['', 'mail@example', 'x@', '@Dana please look at this', '@Dana\nlook', 'Hello'])('is not in %j', (text) => {
    expect(typedName(text, text.length)).toBeNull();
  });

  it('is looked for before the caret only', () => {
    expect(typedName('@da and more', 3)).toEqual({ from: 0, typed: 'da' });
    expect(typedName('a @da', 1)).toBeNull();
  });

  it('fits the beginning of each word of a name, in any case', () => {
    expect(['', 'DA', 'whit', 'Dana Wh'].map((typed) => beginsName('Dana Whitfield', typed))).toEqual(
      Array(4).fill(true),
    );
    expect(['ana', 'Dana X'].map((typed) => beginsName('Dana Whitfield', typed))).toEqual([false, false]);
  });

  it('gives way to the whole name and one blank', () => {
    expect(insertName('Ask @da please', 4, 7, 'Dana Whitfield')).toEqual({
      text: 'Ask @Dana Whitfield please',
      caret: 20,
    });
  });
});

describe('the body of a note', () => {
  it('marks whom it names, and comes back as it was typed', () => {
    const text = '@Dana Whitfield and @Workshop: look, @Dana Whitfield!';
    const { body, mentions } = bodyOf(text, [dana, workshop]);
    expect(mentions).toEqual({ user_ids: [dana.id], group_ids: [workshop.id] });
    expect(body).toBe(
      `@[Dana Whitfield](user:${dana.id}) and @[Workshop](group:${workshop.id}): look, @[Dana Whitfield](user:${dana.id})!`,
    );
    expect(textOf(body)).toEqual({ text, chosen: [dana, workshop] });
  });

  it('names nobody whose name was deleted, changed or only begun', () => {
    for (const text of ['', '@Dana Whitfields', 'Dana Whitfield', 'a@Workshop', '@Work']) {
      expect(bodyOf(text, [dana, workshop])).toEqual({ body: text, mentions: { user_ids: [], group_ids: [] } });
    }
    expect(namedIn('@Workshop', [dana, workshop])).toEqual([workshop]);
  });

  it('takes the longer of two names that begin alike', () => {
    expect(namedIn('@Dana Whitfield', [short, dana])).toEqual([dana]);
    expect(namedIn('@Dana, and @Dana Whitfield', [dana, short])).toEqual([dana, short]);
  });

  it('tells two by one name apart by their order', () => {
    const { body } = bodyOf('@Dana Whitfield and @Dana Whitfield', [twin, dana]);
    expect(body).toBe(`@[Dana Whitfield](user:${twin.id}) and @[Dana Whitfield](user:${dana.id})`);
    expect(namedIn('@Dana Whitfield', [twin, dana])).toEqual([twin]);
  });

  it('holds names with brackets in them', () => {
    const odd: Named = { kind: 'user', id: id(5), name: 'Ana [sales] (x)' };
    const { text } = insertName('@an', 0, 3, odd.name);
    expect(textOf(bodyOf(text, [odd]).body).chosen.map(({ id: each }) => each)).toEqual([odd.id]);
  });

  it('lets somebody go and keeps their name as a word', () => {
    expect(withoutName('@Dana Whitfield, @Workshop', [dana, workshop], dana)).toBe('Dana Whitfield, @Workshop');
  });
});

describe('a note that is shown', () => {
  const body = `Ask @[Dana Whitfield](user:${dana.id}) or @[Workshop](group:${workshop.id}).`;

  it('falls into words and names', () => {
    expect(partsOf(body, { user_ids: [dana.id], group_ids: [workshop.id] })).toEqual([
      { kind: 'words', text: 'Ask ' },
      dana,
      { kind: 'words', text: ' or ' },
      workshop,
      { kind: 'words', text: '.' },
    ]);
  });

  it('marks nobody whom it does not name, whatever its words say', () => {
    expect(partsOf(body, { user_ids: [], group_ids: [] }).every(({ kind }) => kind === 'words')).toBe(true);
  });

  it('says the name of today, and the one of then of whom nobody knows', () => {
    const now = (named: Named) => (named.id === dana.id ? 'Dana Okafor' : undefined);
    expect(plainNote(body, now)).toBe('Ask @Dana Okafor or @Workshop.');
  });
});
