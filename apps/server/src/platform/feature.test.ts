import { expect, test } from 'vitest';
import { type Feature, hydratorsOf, maintenanceOf } from './feature.ts';

const first: Feature = { name: 'first', hydrators: { threads: async () => new Map() } };
const second: Feature = { name: 'second', maintenance: { trash: async () => undefined } };

test('merges the parts of features', () => {
  expect(Object.keys(hydratorsOf([first, second]))).toEqual(['threads']);
  expect(Object.keys(maintenanceOf([first, second]))).toEqual(['trash']);
});

test('rejects two features with the same part', () => {
  expect(() => hydratorsOf([first, { ...first, name: 'third' }])).toThrow(/third.*threads/);
  expect(() => maintenanceOf([second, { ...second, name: 'third' }])).toThrow(/third.*trash/);
});
