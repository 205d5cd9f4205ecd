import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findVulnerable } from './audit.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import type { Lock } from './manifests.ts';
import { projectDir } from './run-program.ts';
import { tiers } from './tiers.ts';

it('names packages with a serious vulnerability, and why', () => {
  const found = findVulnerable({
    vulnerabilities: {
      planted: { severity: 'critical', range: '<2.0.0', via: [{ title: 'Runs what it reads' }, 'other'] },
      quiet: { severity: 'moderate', range: '*', via: [] },
    },
  });
  expect(found).toEqual(['planted <2.0.0 (critical): Runs what it reads; through other']);
});

it('is part of what verifies a release', () => {
  expect(tiers.long.map(({ name }) => name)).toContain('audit');
});

it('a bill of materials lists the packages of an installation once, without test packages', () => {
  const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as Lock;
  const bill = billOfMaterials(lock, { name: 'parley', version: '1.0.0' }, new Date(0));
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', '@node-rs/argon2']));
  expect(names).not.toContain('vitest');
  expect(names.filter((name) => name.startsWith('@parley/'))).toEqual([]);
  const refs = bill.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(bill.components.find(({ name }) => name === 'pg')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/pg@\d/),
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
});
