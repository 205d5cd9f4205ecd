import { describe, expect, test } from 'vitest';
import { memoryStorage } from '../../platform/storage.ts';
import {
  defaultLayout,
  hasOwnWidth,
  readLayout,
  saveLayout,
  shownColumns,
  widthOf,
  withColumnMoved,
  withColumnShown,
  withWidth,
} from './layout.ts';
import {
  headState,
  isSelected,
  nothingSelected,
  rangeBetween,
  selectedCount,
  withAllMatching,
  withRows,
} from './selection.ts';

const columns = [
  { id: 'name', width: 200, fixed: true },
  { id: 'number', width: 160 },
  { id: 'lists', width: 240, minWidth: 120 },
  { id: 'bike', width: 120, hidden: true },
];
const delivered = defaultLayout(columns);
const ids = (layout = delivered) => shownColumns(columns, layout).map(({ id }) => id);

describe('the layout of a table', () => {
  test('shows columns that are not hidden, the naming column first', () => {
    expect(ids()).toEqual(['name', 'number', 'lists']);
    expect(ids(withColumnShown(delivered, 'bike', true))).toEqual(['name', 'number', 'lists', 'bike']);
    expect(ids(withColumnShown(delivered, 'name', false))).toContain('name');
  });

  test('moves a column past its neighbor, but not past the naming one', () => {
    const moved = withColumnMoved(delivered, columns, 'lists', -1);
    expect(ids(moved)).toEqual(['name', 'lists', 'number']);
    expect(withColumnMoved(moved, columns, 'lists', -1)).toBe(moved);
  });

  test('never makes a column narrower than its minimum', () => {
    const lists = { id: 'lists', width: 240, minWidth: 120 };
    expect(widthOf(lists, withWidth(delivered, lists, 10))).toBe(120);
    expect(widthOf(lists, withWidth(delivered, lists, 333.4))).toBe(333);
  });

  test('forgets the width that a user gave a column', () => {
    const lists = { id: 'lists', width: 240 };
    const sized = withWidth(delivered, lists, 300);
    expect(hasOwnWidth(lists, sized)).toBe(true);
    expect(withWidth(sized, lists, null)).toEqual(delivered);
  });

  test('is stored, and dropped when invalid', () => {
    const storage = memoryStorage();
    const layout = withWidth(withColumnShown(delivered, 'bike', true), { id: 'number', width: 160 }, 200);
    saveLayout(storage, 'contacts', layout);
    expect(readLayout(storage, 'contacts')).toEqual(layout);
    storage.set('table:contacts', '{"order":"x"}');
    expect(readLayout(storage, 'contacts')).toBeNull();
  });

  test('puts columns added later at the end', () => {
    const before = { order: ['name', 'lists', 'number'], hidden: [], widths: {} };
    expect(shownColumns(columns, before).map(({ id }) => id)).toEqual(['name', 'lists', 'number', 'bike']);
  });
});

describe('selecting rows', () => {
  const order = ['a', 'b', 'c', 'd'];

  test('one by one and by range', () => {
    const some = withRows(nothingSelected, rangeBetween(order, 'b', 'd'), true);
    expect(order.map((id) => isSelected(some, id))).toEqual([false, true, true, true]);
    expect(selectedCount(withRows(some, ['c'], false), 100)).toBe(2);
    expect(rangeBetween(order, 'gone', 'c')).toEqual(['c']);
  });

  test('all that match, with exceptions', () => {
    const most = withRows(withAllMatching(), ['b'], false);
    expect(isSelected(most, 'b')).toBe(false);
    expect(isSelected(most, 'never seen')).toBe(true);
    expect(selectedCount(most, 4213)).toBe(4212);
    expect(selectedCount(withRows(most, ['b'], true), 4213)).toBe(4213);
  });

  test('the header shows whether none, some or all of the page are selected', () => {
    expect(headState(nothingSelected, order)).toBe('none');
    expect(headState(withRows(nothingSelected, ['a'], true), order)).toBe('some');
    expect(headState(withAllMatching(), order)).toBe('all');
  });
});
