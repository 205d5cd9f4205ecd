import type { Contact, Filter } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import {
  changeBodyOf,
  changedParts,
  createBodyOf,
  draftOf,
  emptyDraft,
  mergeDrafts,
  newerDraft,
} from './contact-draft.ts';
import { chipsOf, draftOf as filterDraftOf, filterOf, withoutChip } from './filters.ts';
import { listLabel, listLabelText } from './list-label.ts';
import { sampleContact } from './sample-contacts.ts';
import { defaultSort, filterOfView, joinFilters, parametersOf, selectionsOf } from './table-query.ts';
import { readAddress, writeAddress } from './use-contacts-address.ts';

const lists = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({ id: name.toLowerCase(), name }));
const label = (...ids: string[]) => listLabelText(listLabel(ids, lists), (more) => ` + ${more} lists`);

describe('the label of lists', () => {
  test('shows three names, then the number of further lists; a dash for an unknown list', () => {
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
  ])('%s survives the editor unchanged', (_what, filter) => {
    const draft = filterDraftOf(filter);
    expect(draft && filterOf(draft)).toEqual(filter);
  });

  test('a deeper nesting is not editable; no condition is no filter', () => {
    expect(filterDraftOf({ all: [{ any: [{ all: [name('a'), name('b')] }, name('c')] }] })).toBeNull();
    expect(filterOf({ join: 'all', groups: [{ join: 'any', conditions: [] }] })).toBeNull();
  });

  test('each top-level condition is a chip', () => {
    const filter: Filter = { all: [name('a'), { any: [name('b'), name('c')] }] };
    expect(chipsOf(filter)).toHaveLength(2);
    expect(withoutChip(filter, 0)).toEqual({ any: [name('b'), name('c')] });
    expect(withoutChip(name('a'), 0)).toBeNull();
  });

  test('of the view and of the member apply together', () => {
    expect(joinFilters(null, null)).toBeNull();
    expect(joinFilters(filterOfView({ kind: 'none' }, []), name('a'))).toEqual({
      all: [{ field: 'list', op: 'is_empty' }, name('a')],
    });
  });
});

describe('a form without edits', () => {
  const shown = { draft: draftOf(sampleContact({ custom_fields: { City: 'London' } })), version: 3 };

  test('follows a newer version, and a renamed field of the same version', () => {
    const renamed = sampleContact({ custom_fields: { Town: 'London' }, version: 3 });
    expect(newerDraft(shown, renamed)?.draft.fields).toEqual({ Town: 'London' });
    const newer = sampleContact({ custom_fields: { City: 'London' }, version: 4 });
    expect(newerDraft(shown, newer)?.version).toBe(4);
  });

  test('stays for an older version and for the same values', () => {
    expect(newerDraft(shown, sampleContact({ custom_fields: { Town: 'London' }, version: 2 }))).toBeNull();
    expect(newerDraft(shown, sampleContact({ custom_fields: { City: 'London' }, version: 3 }))).toBeNull();
  });
});

describe('the selection as the API takes it', () => {
  const query = { search: ' ada ', filter: name('a'), listId: 'one', sort: defaultSort };

  test('by ids, in parts of 1,000', () => {
    const ids = new Set(Array.from({ length: 2_001 }, (_, n) => `${n}`));
    expect(selectionsOf({ all: false, ids }, query).map((part) => 'ids' in part && part.ids.length)).toEqual([
      1_000, 1_000, 1,
    ]);
  });

  test('all matches with exceptions', () => {
    const [selection] = selectionsOf({ all: true, except: new Set(['x']) }, query);
    expect(selection).toEqual({ search: 'ada', filter: name('a'), contact_list_id: 'one', except: ['x'] });
    expect(parametersOf(query)).toEqual({ search: 'ada', filter: JSON.stringify(name('a')), contact_list_id: 'one' });
  });
});

test('the URL holds view, search, filter, sort and the open contact', () => {
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
    sort: defaultSort,
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

  test('sends only changes', () => {
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

  test('sends what was filled in for a new contact', () => {
    const body = createBodyOf('id', { ...emptyDraft, digits: '447700900101', name: ' Ada ', fields: { City: ' ' } });
    expect(body).toEqual({
      id: 'id',
      phone_number: '+447700900101',
      name: 'Ada',
      contact_list_ids: [],
      custom_fields: {},
    });
  });

  test('merges changes by others and reports conflicts', () => {
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
