import { describe, expect, it } from 'vitest';
import { findAddresses, findLooseVersions, findOtherLicences, findUndecidedScripts } from './manifests.ts';

const lock = (packages: Parameters<typeof findAddresses>[0]['packages']) => ({ packages });

describe('the lock file', () => {
  it('must not contain URLs; links to workspaces are ignored', () => {
    expect(
      findAddresses(
        lock({
          '': {},
          'node_modules/@parley/web': { resolved: 'apps/web', link: true },
          'node_modules/a': { license: 'MIT' },
          'node_modules/b': { resolved: 'https://registry.example/b.tgz' },
        }),
      ),
    ).toEqual(['node_modules/b has a resolved address']);
  });

  it('must have permissive licenses only', () => {
    expect(
      findOtherLicences(
        lock({
          'apps/web': {},
          'node_modules/a': { license: '(MIT OR GPL-3.0)' },
          'node_modules/b': { license: 'GPL-3.0' },
          'node_modules/c': { license: 'MIT AND GPL-3.0' },
          'node_modules/d': {},
        }),
      ),
    ).toEqual(['node_modules/b: GPL-3.0', 'node_modules/c: MIT AND GPL-3.0', 'node_modules/d: no licence named']);
  });

  it('must leave no install script undecided', () => {
    const packages = lock({
      'node_modules/a': { hasInstallScript: true },
      'node_modules/x/node_modules/@s/b': { hasInstallScript: true },
      'node_modules/c': {},
    });
    expect(findUndecidedScripts(packages, { a: false })).toEqual([expect.stringContaining('@s/b')]);
  });
});

it('versions must be exact', () => {
  const manifest = {
    dependencies: { a: '1.2.3', b: '^1.2.3', c: '18.4.0-beta.17' },
    overrides: { d: 'latest', e: 'npm:@a/b@1.0.0', f: 'npm:b@latest' },
  };
  expect(findLooseVersions('package.json', manifest)).toEqual([
    'package.json: b ^1.2.3',
    'package.json: d latest',
    'package.json: f npm:b@latest',
  ]);
});
