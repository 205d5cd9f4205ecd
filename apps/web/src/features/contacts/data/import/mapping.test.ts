import type { ColumnMapping } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { isSameField, mappingOfChoice, nameInRow, newField, problemColumn } from './mapping.ts';

const column = (target: ColumnMapping['target'], field?: string): ColumnMapping => ({
  target,
  ...(field !== undefined && { field }),
});

describe('the mapping of a column', () => {
  it('comes from the choice', () => {
    expect(mappingOfChoice('phone', { name: 'Mobile' })).toEqual({ target: 'phone' });
    expect(mappingOfChoice('field:City', { name: 'Town' })).toEqual({ target: 'field', field: 'City' });
    expect(mappingOfChoice(newField, { name: ` ${'x'.repeat(60)}` })).toEqual({
      target: 'field',
      field: 'x'.repeat(39),
    });
    expect(mappingOfChoice('ignore', { name: 'Town' })).toEqual({ target: 'ignore' });
  });

  it('finds a field in any case', () => {
    expect(isSameField(' City', 'city')).toBe(true);
    expect(isSameField('City', undefined)).toBe(false);
  });
});

describe('a row of the file', () => {
  const mapping = [
    column('first_name'),
    column('last_name'),
    column('phone'),
    column('phone'),
    column('field', 'city'),
  ];

  it('has its name in one column or in two', () => {
    expect(nameInRow(['Ada', 'Byron', '1', '', ''], mapping)).toBe('Ada Byron');
    expect(nameInRow(['Ada', ' ', '1', '', ''], mapping)).toBe('Ada');
    expect(nameInRow(['Ada Byron'], [column('name')])).toBe('Ada Byron');
  });

  it('shows the problem in the column that has a value', () => {
    expect(problemColumn({ field: 'phone_number', values: ['', '', '', '12', ''] }, mapping)).toBe(3);
    expect(problemColumn({ field: null, values: ['', '', '', '', ''] }, mapping)).toBe(2);
    expect(problemColumn({ field: 'city', values: ['', '', '', '', 'x'] }, mapping)).toBe(4);
  });
});
