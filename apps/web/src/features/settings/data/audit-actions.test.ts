import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { actionText, auditFeatures } from './audit-actions.ts';

const root = join(import.meta.dirname, '../../../../../..');
const written =
  /(?:action: |audit: |(?:auditChanges|auditEventOf|writeAudit)\([^)]*, |before === null \? |\? )'([a-z_]+\.[a-z_]+)'/g;

/** The actions that the server's features and the routes write. */
function writtenActions(): string[] {
  const files = ['apps/server/src/features', 'packages/contract/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(root, folder, name)),
  );
  const texts = files.map((file) => readFileSync(file, 'utf8')).filter((text) => /audit/i.test(text));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(written)].map(([, action = '']) => action)))].sort();
}

it('every action that is written has words, and an area to be filtered by', () => {
  const actions = writtenActions();
  expect(actions.length).toBeGreaterThan(80);
  const raw = (action: string) => action.replace('.', ': ').replaceAll('_', ' ');
  const text = (action: string) => actionText(action, ({ message, id }) => message ?? id);
  expect(actions.filter((action) => text(action) === raw(action))).toEqual([]);
  const areas = new Set(actions.map((action) => action.split('.')[0] ?? ''));
  expect([...areas].filter((area) => auditFeatures[area] === undefined)).toEqual([]);
});
