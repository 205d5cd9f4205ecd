import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { secretSettings } from '../../apps/server/src/platform/secret-files.ts';
import { readAssigned, readCompose, readKubernetes, readSettings } from './deploy-manifests.ts';
import { projectDir } from './run-program.ts';

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const dockerfile = read('Dockerfile');
const port = Number(/^EXPOSE (\d+)/m.exec(dockerfile)?.[1]);
const userId = Number(/useradd .*--uid (\d+)/.exec(dockerfile)?.[1]);
const health = /127\.0\.0\.1:\$\{port\}(\/\w+)/.exec(read('scripts/healthcheck.mjs'))?.[1];
const product = readCompose(read('compose.yaml'), 'parley');

/** Names that no process of ours reads. */
function unknownIn(names: readonly string[]): string[] {
  const config = read('apps/server/src/platform/config.ts');
  const known = new Set([...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name));
  const files = secretSettings.map((name) => `${name}_FILE`);
  return names.filter((name) => !known.has(name) && !files.includes(name));
}

describe('every example of an installation', () => {
  it.each([
    ['compose.yaml', 'parley'],
    ['deploy/compose-postgres.yaml', 'parley'],
    ['deploy/umbrel/docker-compose.yml', 'web'],
    ['deploy/coolify/parley.yaml', 'parley'],
  ])('%s keeps data and backups, confines the container and names known settings', (path, service) => {
    const found = readCompose(read(path), service);
    expect(found).toMatchObject({ folders: product.folders, health: null, isConfined: true });
    expect(found.image.split(':')[0]).toBe(product.image);
    expect(unknownIn(found.settings)).toEqual([]);
    expect(found.settings).toEqual(expect.arrayContaining(['PUBLIC_URL', 'TRUSTED_PROXY', 'BACKUP_DIR']));
  });

  it('keeps backups where all workers write them', () => {
    const worker = readCompose(read('deploy/compose-scale.yaml'), 'worker');
    expect(worker).toMatchObject({ folders: ['/backups'], isConfined: true });
    expect(readCompose(read('deploy/compose-scale.yaml'), 'api').isConfined).toBe(true);
  });

  it('would be found with a writable root or an unknown name', () => {
    const writable = read('compose.yaml').replace('read_only: true', 'read_only: false');
    expect(readCompose(writable, 'parley').isConfined).toBe(false);
    expect(unknownIn(['DATA_DIRECTORY', 'PORT', 'PORT_FILE', 'SECRET_KEY_FILE'])).toEqual([
      'DATA_DIRECTORY',
      'PORT_FILE',
    ]);
  });
});

describe('Kubernetes', () => {
  const settings = read('deploy/kubernetes/settings.env');
  it.each(['api', 'worker'])(
    'runs processes of ROLE=%s as the image’s user, without rights, and asks them how they are',
    (role) => {
      const found = readKubernetes(read(`deploy/kubernetes/${role}.yaml`), settings);
      expect(found).toMatchObject({
        image: 'parley',
        port,
        health,
        readiness: '/readyz',
        user: userId,
        isConfined: true,
      });
      expect(unknownIn(found.settings)).toEqual([]);
      expect(found.kinds).toContain('PodDisruptionBudget');
      expect(found.folders).toEqual(role === 'worker' ? product.folders : ['/data']);
    },
  );

  it('takes every secret from a file, and this version of the image', () => {
    const given = readSettings(settings);
    expect(given.filter((name) => secretSettings.includes(name))).toEqual([]);
    expect(given).toEqual(expect.arrayContaining(['DATABASE_URL_FILE', 'SECRET_KEY_FILE']));
    const { images, resources } = parse(read('deploy/kubernetes/kustomization.yaml')) as {
      images: { name: string; newTag: string }[];
      resources: string[];
    };
    expect(images).toEqual([{ name: 'parley', newTag: version }]);
    for (const file of resources) expect(read(`deploy/kubernetes/${file}`)).not.toBe('');
  });
});

describe('platforms', () => {
  it('umbrelOS asks the port of the image, and lets Parley sign members in', () => {
    const { services } = parse(read('deploy/umbrel/docker-compose.yml')) as {
      services: Record<string, { image?: string; environment: Record<string, unknown>; entrypoint?: string[] }>;
    };
    const manifest = parse(read('deploy/umbrel/umbrel-app.yml')) as Record<string, unknown>;
    expect(services['app_proxy']?.environment).toMatchObject({
      APP_PORT: port,
      APP_HOST: 'parley_web_1',
      PROXY_AUTH_ADD: 'false',
    });
    expect(services['permissions']?.entrypoint).toEqual(['chown', `${userId}:${userId}`, ...product.folders]);
    expect([services['web']?.image, services['permissions']?.image]).toEqual([
      `parley:${version}`,
      `parley:${version}`,
    ]);
    expect(manifest).toMatchObject({ id: 'parley', version, deterministicPassword: true });
    expect(services['web']?.environment['PUBLIC_URL']).toMatch(new RegExp(`:${manifest['port']}$`));
  });

  it('Coolify asks the port of the image', () => {
    const text = read('deploy/coolify/parley.yaml');
    expect(text).toContain(`# port: ${port}\n`);
    expect(text).toContain(`- SERVICE_URL_PARLEY_${port}\n`);
    expect(readCompose(text, 'parley').image).toBe(`parley:${version}`);
  });

  it('Cloudron asks port and health of the image, and backs up everything that is written', () => {
    const manifest = JSON.parse(read('deploy/cloudron/CloudronManifest.json')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ manifestVersion: 2, version, httpPort: port, healthCheckPath: health });
    expect(manifest['addons']).toEqual({ localstorage: {} });
    const image = read('deploy/cloudron/Dockerfile');
    expect(image).toContain(`FROM parley:${version}\n`);
    const own = ['HOME', 'CLOUDRON_APP_ORIGIN'];
    const names = [...readAssigned(image), ...readAssigned(read('deploy/cloudron/start.sh'))];
    expect(unknownIn(names.filter((name) => !own.includes(name)))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['DATA_DIR', 'BACKUP_DIR', 'PUBLIC_URL']));
    for (const [, folder] of image.matchAll(/_DIR=(\S+)/g)) expect(folder).toMatch(/^\/app\/data\/\w+$/);
    expect(statSync(join(projectDir, 'deploy/cloudron/start.sh')).mode & 0o111).not.toBe(0);
  });
});
