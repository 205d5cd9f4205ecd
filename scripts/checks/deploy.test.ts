import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageProblems, proxyProblems, unknownSettings, unnamedReplicas } from './deploy.ts';
import { projectDir } from './run-program.ts';

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8');
const file = (path: string) => ({ path, text: read(path) });

describe('the examples of installations', () => {
  it('name only settings that the server knows', () => {
    const files = ['Dockerfile', 'compose.yaml', 'deploy/compose-postgres.yaml', 'deploy/compose-scale.yaml'];
    const config = read('apps/server/src/platform/config.ts');
    expect(unknownSettings([...files, 'deploy/parley.service'].map(file), config)).toEqual([]);
    expect(
      unknownSettings([{ path: 'x', text: '      DATA_DIRECTORY: /data\nEnvironment=DATA_DIR=/x' }], config),
    ).toEqual(['x: DATA_DIRECTORY']);
  });

  it('run as an ordinary user with a health check', () => {
    expect(imageProblems(read('Dockerfile'))).toEqual([]);
    expect(imageProblems('FROM node:24\n\nFROM debian\nADD x /\nENTRYPOINT node')).toHaveLength(6);
    expect(read('deploy/parley.service')).toMatch(/^User=parley$/m);
  });

  it('pass WebSockets and large files through the proxy, and keep metrics inside', () => {
    expect(proxyProblems(read('deploy/nginx.conf'), 'nginx')).toEqual([]);
    expect(proxyProblems(read('deploy/Caddyfile'), 'caddy')).toEqual([]);
    expect(proxyProblems(read('deploy/Caddyfile.scale'), 'caddy')).toEqual([]);
    expect(proxyProblems('', 'nginx')).toHaveLength(6);
  });

  it('name each process to the proxy that asks whether it is ready', () => {
    expect(unnamedReplicas(read('deploy/compose-scale.yaml'), 'api')).toEqual([]);
    const oneName = 'name: p\nservices:\n  api:\n    deploy: { replicas: 2 }\n  proxy:\n      UPSTREAM: api:3000';
    expect(unnamedReplicas(oneName, 'api')).toEqual(['p-api-1:3000', 'p-api-2:3000']);
  });

  it('start what is in a release', () => {
    for (const path of ['scripts/start.mjs', 'scripts/healthcheck.mjs']) {
      expect(read('Dockerfile')).toContain(path);
      expect(read(path)).not.toBe('');
    }
    expect(read('deploy/parley.service')).toContain(
      'ExecStart=/opt/parley/node_modules/node/bin/node scripts/start.mjs',
    );
  });
});
