import type { Contact, Filter } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { changeBodyOf, changedParts, createBodyOf, draftOf, emptyDraft, mergeDrafts } from './form/contact-draft.ts';
import { listLabel, listLabelText } from './list-label.ts';
import { chipsOf, draftOf as filterDraftOf, filterOf, withoutChip } from './table/filter-words.ts';
import { filterOfView, joinFilters, parametersOf, selectionsOf, sortAsDelivered } from './table/table-query.ts';
import { readAddress, writeAddress } from './use-address.ts';

const lists = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({ id: name.toLowerCase(), name }));
const label = (...ids: string[]) => listLabelText(listLabel(ids, lists), (more) => ` + ${more} lists`);

describe('the label of lists', () => {
  test('names three at most, then how many more; a dash for one that is unknown', () => {
    expect(label()).toBe('');
    expect(label('one')).toBe('One');
    expect(label('one', 'two', 'three')).toBe('One, Two, Three');
    expect(label('one', 'two', 'three', 'four', 'five')).toBe('One, Two, Three + 2 lists');
    expect(label('gone', 'two')).toBe('-, Two');
  });
});

const name = (value: string): Filter => ({ field: 'name', op: 'contains', value });

describe('filters', () => {
  test.each<[string, Filter]>([
    ['one condition', name('a')],
    ['all of some', { all: [name('a'), name('b')] }],
    ['any of some', { any: [name('a'), name('b')] }],
    ['groups', { any: [{ all: [name('a'), name('b')] }, name('c')] }],
  ])('%s goes through the builder and comes out the same', (_what, filter) => {
    const draft = filterDraftOf(filter);
    expect(draft && filterOf(draft)).toEqual(filter);
  });

  test('what is nested deeper is not shown as something else; nothing asked is no filter', () => {
    expect(filterDraftOf({ all: [{ any: [{ all: [name('a'), name('b')] }, name('c')] }] })).toBeNull();
    expect(filterOf({ join: 'all', groups: [{ join: 'any', conditions: [] }] })).toBeNull();
  });

  test('a chip stands for each part that holds by itself', () => {
    const filter: Filter = { all: [name('a'), { any: [name('b'), name('c')] }] };
    expect(chipsOf(filter)).toHaveLength(2);
    expect(withoutChip(filter, 0)).toEqual({ any: [name('b'), name('c')] });
    expect(withoutChip(name('a'), 0)).toBeNull();
  });

  test('of a view and by hand hold both', () => {
    expect(joinFilters(null, null)).toBeNull();
    expect(joinFilters(filterOfView({ kind: 'none' }, []), name('a'))).toEqual({
      all: [{ field: 'list', op: 'is_empty' }, name('a')],
    });
  });
});

describe('what is chosen, in the words of the server', () => {
  const query = { search: ' ada ', filter: name('a'), listId: 'one', sort: sortAsDelivered };

  test('by ids, a thousand at a time', () => {
    const ids = new Set(Array.from({ length: 2_001 }, (_, n) => `${n}`));
    expect(selectionsOf({ all: false, ids }, query).map((part) => 'ids' in part && part.ids.length)).toEqual([
      1_000, 1_000, 1,
    ]);
  });

  test('all that match, but for some', () => {
    const [selection] = selectionsOf({ all: true, except: new Set(['x']) }, query);
    expect(selection).toEqual({ search: 'ada', filter: name('a'), contact_list_id: 'one', except: ['x'] });
    expect(parametersOf(query)).toEqual({ search: 'ada', filter: JSON.stringify(name('a')), contact_list_id: 'one' });
  });
});

test('the address keeps view, search, filter, order and who is open', () => {
  const address = {
    view: { kind: 'list' as const, listId: 'one' },
    search: 'ada',
    filter: name('a'),
    sort: { column: 'name', descending: true },
    openId: 'x',
  };
  expect(readAddress(writeAddress(address))).toEqual(address);
  expect(readAddress({ view: 'nonsense', filter: { any: [{ what: 1 }] } })).toMatchObject({
    view: { kind: 'all' },
    filter: null,
    sort: sortAsDelivered,
  });
});

const ada: Contact = {
  id: 'ada',
  phone_number: '447700900101',
  user_id: null,
  username: null,
  name: 'Ada',
  contact_list_ids: ['one'],
  custom_fields: { City: 'Leeds', Bike: 'Heron' },
  opted_in_at: '2026-03-04T12:00:00.000Z',
  opt_in_source: 'Fair',
  opted_out_at: null,
  origin: 'WEB_APP',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  version: 3,
};

describe('the form of a contact', () => {
  const basis = draftOf(ada);

  test('sends what was changed and nothing else', () => {
    expect(changedParts(basis, { ...basis, name: 'Ada ' })).toEqual([]);
    expect(changeBodyOf(basis, { ...basis, name: 'Ada King' }, 3)).toEqual({ version: 3, name: 'Ada King' });
    const fields = { City: '', Bike: 'Tern' };
    expect(changeBodyOf(basis, { ...basis, fields }, 3)).toEqual({ version: 3, custom_fields: { Bike: 'Tern' } });
    expect(changeBodyOf(basis, { ...basis, optedIn: null }, 3)).toEqual({
      version: 3,
      opted_in_at: null,
      opt_in_source: null,
    });
  });

  test('a new one has what was filled in', () => {
    const body = createBodyOf('id', { ...emptyDraft, digits: '447700900101', name: ' Ada ', fields: { City: ' ' } });
    expect(body).toEqual({
      id: 'id',
      phone_number: '+447700900101',
      name: 'Ada',
      contact_list_ids: [],
      custom_fields: {},
    });
  });

  test('takes over what only others changed, and names what both did differently', () => {
    const mine = { ...basis, name: 'Ada King', fields: { ...basis.fields, City: 'York' } };
    const theirs = {
      ...basis,
      name: 'Ada L.',
      lists: ['two'],
      fields: { ...basis.fields, City: 'York', Bike: 'Swift' },
    };
    const { merged, conflicts } = mergeDrafts(basis, mine, theirs);
    expect(conflicts).toEqual(['name']);
    expect(merged).toMatchObject({ name: 'Ada King', lists: ['two'], fields: { City: 'York', Bike: 'Swift' } });
  });
});
