import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, failIfAny } from './check.ts';
import { listProjectPaths, readProjectFiles } from './project-files.ts';
import { projectDir } from './run-program.ts';

type LockedPackage = {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  license?: string;
  hasInstallScript?: boolean;
};
export type Lock = { packages: Record<string, LockedPackage> };
type Manifest = Record<string, unknown> & { allowScripts?: Record<string, boolean> };

/** Licences that ask for no more than their text; MPL and OFL stay with the files they came in. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);
/** Packages whose licence the lock file does not repeat, as their own manifest names it in an older form. */
const licencesReadByHand: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};
/** The shared object of the image library is loaded unchanged (docs/decisions/0028-third-party-licences.md). */
const usedAsTheyAre = /^@img\/sharp-(?:libvips-.+|wasm32|win32-.+)$/;
const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];

/** Packages of the lock file that carry the address they came from; installs go to whatever registry npm is set to. */
export function findAddresses(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([, locked]) => locked.resolved !== undefined && locked.link !== true)
    .map(([path]) => `${path} has a resolved address`);
}

/** Packages whose licence is not on the list. Workspace links and our own packages have none. */
export function findOtherLicences(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([path, locked]) => path.startsWith('node_modules/') && locked.link !== true)
    .map(([path, { license }]) => ({
      path,
      licence: license ?? licencesReadByHand[nameOf(path)] ?? 'no licence named',
    }))
    .filter(({ path, licence }) => !isAllowed(licence) && !usedAsTheyAre.test(nameOf(path)))
    .map(({ path, licence }) => `${path}: ${licence}`);
}

/** The package at a path of the lock file. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** `A OR B` needs one of both, `A AND B` both. */
function isAllowed(expression: string): boolean {
  const plain = expression.replace(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((name) => licences.has(name.trim())));
}

/** Packages with an install script that package.json neither allows nor denies. */
export function findUndecidedScripts(lock: Lock, allowScripts: Record<string, boolean>): string[] {
  return Object.entries(lock.packages)
    .filter(([, locked]) => locked.hasInstallScript)
    .map(([path]) => nameOf(path))
    .filter((name) => allowScripts[name] === undefined)
    .map((name) => `${name} has an install script and stands not in allowScripts`);
}

/** Dependencies that are not pinned to one version; a package that replaces one may be named with its version. */
export function findLooseVersions(path: string, manifest: Manifest): string[] {
  return dependencyFields.flatMap((field) =>
    Object.entries((manifest[field] ?? {}) as Record<string, unknown>)
      .filter(
        ([, version]) =>
          typeof version !== 'string' || !/^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      )
      .map(([name, version]) => `${path}: ${name} ${String(version)}`),
  );
}

/** package.json files and the lock file are as a clone needs them. */
export async function checkManifests(): Promise<Check[]> {
  const read = (path: string) => readFileSync(join(projectDir, path), 'utf8');
  const lock = JSON.parse(read('package-lock.json')) as Lock;
  const manifests = readProjectFiles(listProjectPaths(), /(^|\/)package\.json$/).map(({ path, text }) => ({
    path,
    manifest: JSON.parse(text) as Manifest,
  }));
  const root = manifests.find(({ path }) => path === 'package.json')?.manifest ?? {};
  const npmrc = read('.npmrc');
  return [
    failIfAny('the lock file has no addresses', findAddresses(lock)),
    failIfAny('licences are permissive', findOtherLicences(lock)),
    failIfAny('install scripts are decided', findUndecidedScripts(lock, root.allowScripts ?? {})),
    failIfAny(
      'versions are exact',
      manifests.flatMap(({ path, manifest }) => findLooseVersions(path, manifest)),
    ),
    failIfAny('any Node may install', /^engine-strict\s*=\s*true/m.test(npmrc) ? ['.npmrc sets engine-strict'] : []),
    failIfAny(
      'the registry is the one npm is set to',
      /^\s*(@\S+:)?registry\s*=/m.test(npmrc) ? ['.npmrc names a registry'] : [],
    ),
  ];
}
