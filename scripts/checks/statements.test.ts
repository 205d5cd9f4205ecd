import { describe, expect, it } from 'vitest';
import { findOtherStatementNames, listStatementNames } from './statements.ts';

const namesOf = (text: string, path = 'apps/server/src/features/orders/repo.ts') =>
  findOtherStatementNames(listStatementNames([{ path, text }]));

describe('the name of a statement', () => {
  it.each([
    ['with hyphens', "statement('orders.find-order', 'select 1')"],
    ['without the feature', "statement('find_order', 'select 1')"],
    ['of another feature', "statement('items.find_order', 'select 1')"],
    ['without a verb', "statement(\n  'orders.total_by_id',\n  `select 1`)"],
    ['without an object', 'statement("orders.find", "select 1")'],
    ['that is computed', 'statement(name, "select 1")'],
  ])('is refused: %s', (_what, text) => {
    expect(namesOf(text)).toEqual([expect.stringContaining('orders.verb_object')]);
  });

  it.each([
    ['verb and object', "statement('orders.find_order_by_id', 'select 1')"],
    ['with an expression', 'statement(`orders.list_orders${' + 'suffix}`, "select 1")'],
  ])('is accepted: %s', (_what, text) => {
    expect(namesOf(text)).toEqual([]);
  });

  it('begins with the folder of the platform there', () => {
    const path = 'apps/server/src/platform/jobs/queue-repo.ts';
    expect(namesOf("statement('jobs.claim_job', 'select 1')", path)).toEqual([]);
    expect(namesOf("statement('platform.claim_job', 'select 1')", path)).toHaveLength(1);
  });
});
