import { describe, expect, it } from 'vitest';
import { undoOperations } from './bulk-undo.ts';
import { sampleContact } from './sample-contacts.ts';

const ada = sampleContact({ id: 'ada', contact_list_ids: ['vip'], custom_fields: { city: 'Leeds' } });
const bo = sampleContact({ id: 'bo', contact_list_ids: [], custom_fields: {} });

describe('undo of a bulk operation', () => {
  it('removes only contacts that were not in the list before', () => {
    expect(undoOperations({ kind: 'add_lists', contact_list_ids: ['vip', 'new'] }, [ada, bo])).toEqual([
      { ids: ['bo'], operation: { kind: 'remove_lists', contact_list_ids: ['vip'] } },
      { ids: ['ada', 'bo'], operation: { kind: 'remove_lists', contact_list_ids: ['new'] } },
    ]);
  });

  it('adds back only contacts that were in the list', () => {
    expect(undoOperations({ kind: 'remove_lists', contact_list_ids: ['vip'] }, [ada, bo])).toEqual([
      { ids: ['ada'], operation: { kind: 'add_lists', contact_list_ids: ['vip'] } },
    ]);
  });

  it('restores the value of each contact', () => {
    expect(undoOperations({ kind: 'set_field', name: 'city', value: 'York' }, [ada, bo])).toEqual([
      { ids: ['ada'], operation: { kind: 'set_field', name: 'city', value: 'Leeds' } },
      { ids: ['bo'], operation: { kind: 'remove_field', name: 'city' } },
    ]);
  });

  it('is not offered where it would take too many operations, or changes nothing', () => {
    const many = Array.from({ length: 21 }, (_, index) =>
      sampleContact({ id: `${index}`, custom_fields: { city: `${index}` } }),
    );
    expect(undoOperations({ kind: 'remove_field', name: 'city' }, many)).toEqual([]);
    expect(undoOperations({ kind: 'add_lists', contact_list_ids: ['vip'] }, [ada])).toEqual([]);
  });
});
