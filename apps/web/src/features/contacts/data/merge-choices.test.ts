import type { Contact } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { chooseBody, chosenContactId, differencesOf } from './merge-choices.ts';

const contact = (id: string, more: Partial<Contact>): Contact => ({
  id,
  phone_number: null,
  user_id: null,
  username: null,
  name: '',
  contact_list_ids: [],
  custom_fields: {},
  opted_in_at: null,
  opt_in_source: null,
  opted_out_at: null,
  origin: 'WEB_APP',
  created_at: '2026-11-20T00:00:00.000Z',
  updated_at: '2026-11-20T00:00:00.000Z',
  version: 1,
  ...more,
});

describe('merging in the dialog', () => {
  const a = contact('a', { name: 'Ada', phone_number: '441', custom_fields: { City: 'Leeds', Plan: 'Gold' } });
  const b = contact('b', { name: 'Ada', phone_number: '442', custom_fields: { City: 'York' }, username: 'ada' });

  test('asks only about values that differ', () => {
    expect(differencesOf([a, b]).map(({ key }) => key)).toEqual(['phone_number', 'custom:City']);
  });
  test('keeps the values of the remaining contact unless chosen otherwise', () => {
    const differences = differencesOf([a, b]);
    expect(chooseBody(differences, 'b', {})).toEqual({ phone_number: 'b', custom_fields: { City: 'b' } });
    expect(chooseBody(differences, 'b', { 'custom:City': 'a' })).toEqual({
      phone_number: 'b',
      custom_fields: { City: 'a' },
    });
    expect(chosenContactId(differences[0] as never, 'c', { phone_number: 'nobody' })).toBe('a');
  });
  test('masked numbers differ by their visible digits', () => {
    const [x, y] = [contact('x', { phone_masked: '44•118' }), contact('y', { phone_masked: '44•119' })];
    expect(differencesOf([x, y])).toMatchObject([
      { key: 'phone_number', values: [{ value: '44•118' }, { value: '44•119' }] },
    ]);
  });
});
