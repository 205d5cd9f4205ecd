import { expect, it } from 'vitest';
import { findUndeclaredCallers } from './system-role.ts';

const found = (text: string, declared = '    /** Orders of all accounts are due. */\n    orders: true;') =>
  findUndeclaredCallers([
    {
      path: 'apps/server/src/platform/db/system-callers.ts',
      text: 'export interface SystemCallers {\n  /** Belongs to no account. */\n  mail: true;\n}',
    },
    {
      path: 'apps/server/src/features/orders/feature.ts',
      text: `declare module 'x' {\n  interface SystemCallers {\n${declared}\n  }\n}`,
    },
    {
      path: 'apps/server/src/features/stock/feature.ts',
      text: 'interface SystemCallers {\n/** Why. */ stock: true;\n}',
    },
    { path: 'apps/server/src/features/orders/worker.ts', text },
  ]);

it('lets a feature use the system role as a caller of its own or of the platform', () => {
  expect(found("platform.db.system.statements('orders')")).toEqual([]);
  expect(found("const { system } = db;\nawait system\n  .transaction('mail', run)")).toEqual([]);
});

it.each([
  ['the caller of another feature', "platform.db.system.connect('stock')"],
  ['a caller that nobody declares', "platform.db\n.system.transaction('gone', run)"],
  ['a computed caller', 'system.statements(caller)'],
])('finds %s', (_what, text) => {
  expect(found(text)).toEqual([expect.stringMatching(/^apps\/server\/src\/features\/orders\/worker\.ts:\d: /)]);
});

it('finds a declaration without a reason', () => {
  expect(found('', '    orders: true;')).toEqual(['orders: orders has no reason']);
  expect(found('', '    /** */\n    orders: true;')).toHaveLength(1);
});
