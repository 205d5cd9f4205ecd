/** Files of a toy workspace, by path from its root. */
export type Files = Readonly<Record<string, string>>;

const manifest = (name: string, fields: object = {}) => JSON.stringify({ name, type: 'module', ...fields });
const entry = { exports: { '.': './src/index.ts', './types': './src/types.ts' } };

/** A small workspace in the shape of ours whose imports are all allowed: a rule that finds fault here is too strict. */
export const legalFiles: Files = {
  'package.json': manifest('toy', { workspaces: ['apps/*', 'packages/*'], devDependencies: { vitest: '1.0.0' } }),
  'apps/server/package.json': manifest('@parley/server', { dependencies: { pg: '1.0.0', zod: '1.0.0' } }),
  'apps/web/package.json': manifest('@parley/web', { dependencies: { zod: '1.0.0' } }),
  'packages/contract/package.json': manifest('@parley/contract', { ...entry, dependencies: { zod: '1.0.0' } }),
  'packages/whatsapp-client/package.json': manifest('@parley/whatsapp-client', entry),
  'packages/whatsapp-fixtures/package.json': manifest('@parley/whatsapp-fixtures', entry),
  'packages/whatsapp-simulator/package.json': manifest('@parley/whatsapp-simulator', entry),

  'packages/contract/src/index.ts': `import { z } from 'zod';\nexport * from './types.ts';\nexport const id = z;`,
  'packages/contract/src/types.ts': 'export type Id = string;',
  'packages/whatsapp-client/src/index.ts': 'export const send = 1;',
  'packages/whatsapp-client/src/parse.test.ts': `import '@parley/whatsapp-fixtures';\nimport 'vitest';\nimport './index.ts';`,
  'packages/whatsapp-fixtures/src/index.ts': `import 'node:fs';\nexport const fixture = 1;`,
  'packages/whatsapp-simulator/src/index.ts': 'export const simulatorEntry = 1;',
  'packages/whatsapp-simulator/src/main.ts': `import './index.ts';`,

  'apps/server/src/app.ts': `import './features/orders/public.ts';\nimport './platform/db/database.ts';`,
  'apps/server/src/entrypoints/main.ts': `import '../app.ts';`,
  'apps/server/src/platform/db/connection.ts': `import pg from 'pg';\nexport const pool = pg;`,
  'apps/server/src/platform/db/database.ts': `import './system-db.ts';\nexport type Database = unknown;`,
  'apps/server/src/platform/db/sql.ts': 'export const statement = 1;',
  'apps/server/src/platform/db/system-db.ts': `import './connection.ts';`,
  'apps/server/src/features/channels/public.ts': `export { start } from './simulator.ts';`,
  'apps/server/src/features/channels/simulator.ts': `import '@parley/whatsapp-simulator';\nexport const start = 1;`,
  'apps/server/src/features/ingest/apply/write.ts': `import '../../messaging/public.ts';\nexport const write = 1;`,
  'apps/server/src/features/ingest/public.ts': `export { write } from './apply/write.ts';`,
  'apps/server/src/features/messaging/dispatch/queue.ts': `import '../threads/thread.ts';\nexport const queue = 1;`,
  'apps/server/src/features/messaging/public.ts': `export { queue } from './dispatch/queue.ts';`,
  'apps/server/src/features/messaging/threads/thread.ts': 'export const thread = 1;',
  'apps/server/src/features/contacts/public.ts': 'export const contact = 1;',
  'apps/server/src/features/privacy/public.ts': `import '../contacts/public.ts';\nexport const erase = 1;`,
  'apps/server/src/features/orders/public.ts': `import './rules.ts';\nimport './repo.ts';\nimport '../channels/public.ts';\nimport type { Id } from '@parley/contract/types';\nimport '@parley/whatsapp-client';\nexport type Order = Id;`,
  'apps/server/src/features/orders/repo.ts': `import { statement } from '../../platform/db/sql.ts';\nexport const all = statement;`,
  'apps/server/src/features/orders/rules.ts': `import 'node:crypto';\nexport const decide = 1;`,
  'apps/server/src/features/orders/orders.test.ts': `import 'vitest';\nimport '../channels/simulator.ts';\nimport '../../testing/world.ts';`,
  'apps/server/src/testing/world.ts': `import '@parley/whatsapp-simulator';\nimport '../platform/db/database.ts';`,

  'apps/web/src/main.tsx': `import './app/router.ts';`,
  'apps/web/src/app/router.ts': `export const screens = () => import('../features/orders/public.ts');`,
  'apps/web/src/platform/http.ts': 'export const call = 1;',
  'apps/web/src/ui/button.tsx': 'export const Button = () => <button type="button" />;',
  'apps/web/src/features/orders/public.ts': `import './page.tsx';`,
  'apps/web/src/features/orders/page.tsx': `import { Button } from '../../ui/button.tsx';\nimport '../../platform/http.ts';\nimport type { Id } from '@parley/contract/types';\nexport const Page = (p: { id: Id }) => <Button key={p.id} />;`,
  'apps/web/src/features/inbox/thread/opened.ts': 'export const opened = 1;',
  'apps/web/src/features/inbox/list/row.tsx': `import '../thread/opened.ts';`,
  'apps/web/src/features/people/public.ts': `import '../orders/public.ts';\nimport '../orders/public-totals.ts';`,
  'apps/web/src/features/orders/public-totals.ts': 'export const total = 1;',

  'e2e/end-to-end.spec.ts': `import '../apps/web/src/platform/http.ts';`,
  'e2e/chaos/run.ts': `import '../../apps/server/src/platform/db/sql.ts';`,
  'scripts/seed.ts': `import '../apps/server/src/platform/db/sql.ts';\nimport '@parley/whatsapp-simulator';`,
};

/** For each import rule one file, added to the legal ones, that breaks it. */
export const plantedViolations: Readonly<Record<string, { path: string; text: string }>> = {
  'web-never-server': {
    path: 'apps/web/src/features/orders/server-types.ts',
    text: `import type { Order } from '../../../../server/src/features/orders/public.ts';\nexport type Row = Order;`,
  },
  'web-only-contract': { path: 'apps/web/src/platform/wire.ts', text: `import '@parley/whatsapp-client';` },
  'server-only-contract-and-client': {
    path: 'apps/server/src/features/orders/sample.ts',
    text: `import '@parley/whatsapp-fixtures';`,
  },
  'simulator-only-where-it-is-started': {
    path: 'apps/server/src/features/orders/pretend.ts',
    text: `import { simulatorEntry } from '@parley/whatsapp-simulator';\nexport const at = simulatorEntry;`,
  },
  'client-and-simulator-apart': {
    path: 'packages/whatsapp-simulator/src/shapes.ts',
    text: `import { send } from '@parley/whatsapp-client';\nexport const same = send;`,
  },
  'fixtures-are-data': { path: 'packages/whatsapp-fixtures/src/make.ts', text: `import '@parley/whatsapp-client';` },
  'contract-is-pure': { path: 'packages/contract/src/clock.ts', text: `import 'node:os';` },
  'platform-knows-no-feature': {
    path: 'apps/server/src/platform/count.ts',
    text: `import '../features/orders/public.ts';`,
  },
  'ui-knows-no-feature': { path: 'apps/web/src/ui/order-badge.tsx', text: `import '../platform/http.ts';` },
  'features-know-no-app': { path: 'apps/web/src/features/orders/go.ts', text: `import '../../app/router.ts';` },
  'feature-through-public': {
    path: 'apps/server/src/features/channels/peek.ts',
    text: `import type * as rules from '../orders/rules.ts';\nexport type Rules = typeof rules;`,
  },
  'server-features-import-downwards': {
    path: 'apps/server/src/features/contacts/cleanup.ts',
    text: `import '../privacy/public.ts';`,
  },
  'app-through-public': { path: 'apps/web/src/app/shortcut.ts', text: `import '../features/orders/page.tsx';` },
  'nobody-imports-an-entrypoint': { path: 'apps/web/src/app/again.ts', text: `import '../main.tsx';` },
  'system-role-in-one-module': {
    path: 'apps/server/src/platform/maintenance.ts',
    text: `import type * as role from './db/system-db.ts';\nexport type Role = typeof role;`,
  },
  'features-hold-no-connection': { path: 'apps/server/src/features/orders/pool.ts', text: `import 'pg';` },
  'rules-do-no-io': { path: 'apps/server/src/features/orders/price-rules.ts', text: `import 'node:fs/promises';` },
  'no-test-code-in-the-product': {
    path: 'apps/server/src/features/orders/fake.ts',
    text: `import '../../testing/world.ts';`,
  },
  'e2e-drives-from-outside': {
    path: 'e2e/inside.spec.ts',
    text: `import '../apps/server/src/features/orders/public.ts';`,
  },
  'declared-packages-only': { path: 'packages/whatsapp-client/src/query.ts', text: `import 'zod';` },
  'everything-resolves': { path: 'apps/server/src/features/orders/gone.ts', text: `import './missing.ts';` },
  'web-features-in-one-direction': {
    path: 'apps/web/src/features/orders/buyer.ts',
    text: `import '../people/public.ts';`,
  },
  'folders-import-downwards': {
    path: 'apps/web/src/features/inbox/thread/timeline.tsx',
    text: `import '../list/row.tsx';`,
  },
  'no-cycles': {
    path: 'apps/server/src/features/orders/round.ts',
    text: `import './about.ts';`,
  },
};

/** The second half of the planted cycle; the fault is reported at either half. */
export const cyclePartner: Files = { 'apps/server/src/features/orders/about.ts': `import './round.ts';` };
