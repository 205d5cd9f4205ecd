import { describe, expect, it } from 'vitest';
import { compareNames, findFeatureNames, listFeatureWords } from './feature-names.ts';

const words = listFeatureWords([
  'apps/server/src/features/orders/feature.ts',
  'apps/server/src/features/imports/rules.ts',
]);
const found = (text: string, path = 'apps/server/src/platform/count.ts') =>
  findFeatureNames([{ path, text }], words).map(({ word }) => word);

describe('the name of a feature in platform and ui', () => {
  it.each([
    ['in a name', 'export const countOrders = 1;'],
    ['in a type', 'export type Row = { order_id: string };'],
    ['in a string', "export const folders = ['orders'];"],
    ['in a pattern', 'export const pages = /^\\/orders/;'],
    ['in SQL', 'export const text = `select id from orders where id = 1`;'],
  ])('is found: %s', (_where, text) => {
    expect(found(text)).toEqual(['order']);
  });

  it('is found in the name of a file and in a text of the interface', () => {
    expect(found('', 'apps/web/src/ui/order-badge.module.css.ts')).toEqual(['order']);
    expect(found('export const A = () => <b>Orders</b>;', 'apps/web/src/ui/badge.tsx')).toEqual(['order']);
  });

  it('is found as a noun of a feature whose folder has another name', () => {
    expect(found("export const topics = ['campaigns'];")).toEqual(['campaign']);
  });

  it('is not: comments, parts of other words, and words that mean something else', () => {
    expect(found("/** For instance orders. */\nimport './border.ts';\nexport const importOne = 1;")).toEqual([]);
  });

  it('may be excepted with a reason, as long as something needs the exception', () => {
    const named = [{ path: 'apps/web/src/ui/a.ts', word: 'order' }];
    expect(compareNames(named, {})).toHaveLength(1);
    expect(compareNames(named, { 'apps/web/src/ui/a.ts: order': 'the order of rows' })).toEqual([]);
    expect(compareNames([], { 'apps/web/src/ui/a.ts: order': 'the order of rows' })).toHaveLength(1);
  });
});
