import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { billOfMaterialsText } from '../checks/bill-of-materials.ts';

type Locked = {
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, Locked> };

/** Workspaces that run in a release; the web application is in it as its build. */
const workspaces = ['apps/server', 'packages/contract', 'packages/whatsapp-client', 'packages/whatsapp-simulator'];
const files = ['package.json', 'package-lock.json', 'README.md'];
const folders = ['apps/server/migrations', 'apps/server/src', 'deploy', 'docs', 'packages', 'scripts'];
/** Commands and code that only a checkout can use. */
const leftOut =
  /(?:\.test|\.fixture|\.bench)\.ts$|^apps\/server\/src\/testing\/|^packages\/whatsapp-fixtures\/|^scripts\/(?:checks|release)\/|\/node_modules\//;

/** The name of this machine's kind of release: `parley-0.1.0-linux-x64`. */
export function releaseName(projectDir: string): string {
  const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string };
  return `parley-${version}-${process.platform}-${process.arch}`;
}

/**
 * Makes a folder that starts the product with Node alone.
 * @param target must not exist
 */
export function makeRelease(projectDir: string, target: string, { webDist }: { webDist: string }): void {
  if (existsSync(target)) throw new Error(`${target} is there already`);
  const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as Lock;
  for (const file of files) place(projectDir, target, file);
  for (const folder of folders) {
    for (const path of listFiles(projectDir, folder)) if (!leftOut.test(path)) place(projectDir, target, path);
  }
  for (const path of listFiles(webDist, '.')) place(webDist, join(target, 'apps', 'web', 'dist'), path);
  for (const path of findPackages(projectDir, lock)) {
    for (const file of listFiles(projectDir, path)) place(projectDir, target, file);
  }
  for (const [path, { link, resolved }] of Object.entries(lock.packages)) {
    if (link !== true || resolved === undefined || !workspaces.includes(resolved)) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    symlinkSync(relative(dirname(path), resolved), join(target, path));
  }
  writeFileSync(join(target, 'sbom.cdx.json'), billOfMaterialsText(projectDir));
  // Its presence tells scripts/prepare.mjs that there is nothing to install or build.
  writeFileSync(join(target, 'release.json'), `${JSON.stringify({ name: releaseName(projectDir) })}\n`);
}

/** The installed packages that the workspaces of a release need, as paths below the project. */
export function findPackages(projectDir: string, { packages }: Lock): string[] {
  const found = new Set<string>();
  const visit = (from: string, locked: Locked | undefined) => {
    const names = Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies });
    for (const name of names) {
      const path = resolvePackage(packages, from, name);
      if (path === null || found.has(path)) continue;
      const entry = packages[path];
      // A workspace is visited by itself; optional packages of other platforms are not installed.
      if (entry?.link === true || !existsSync(join(projectDir, path))) continue;
      found.add(path);
      visit(path, entry);
    }
  };
  for (const workspace of ['', ...workspaces]) visit(workspace, packages[workspace]);
  return [...found].sort();
}

/** Where Node finds a package from a folder: in its own node_modules or in that of a folder above. */
function resolvePackage(packages: Lock['packages'], from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.includes('/') ? dirname(folder) : '') {
    const path = join(folder, 'node_modules', name);
    if (packages[path] !== undefined) return path;
    if (folder === '') return null;
  }
}

/** Files below a folder without nested packages, as paths below `root`. */
function listFiles(root: string, folder: string): string[] {
  const found: string[] = [];
  const visit = (path: string) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) {
        // A package inside another one is an entry of the lock file itself.
        if (entry.name !== 'node_modules') visit(inside);
      } else if (entry.isFile()) found.push(inside);
      else if (entry.isSymbolicLink() && existsSync(join(root, inside))) found.push(inside);
    }
  };
  visit(folder);
  return found;
}

/** A second name for the same file where the file system allows it: node and PostgreSQL alone are 250 MB. */
function place(from: string, to: string, path: string): void {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  try {
    linkSync(join(from, path), join(to, path));
  } catch {
    // Another file system, or one without hard links.
    copyFileSync(join(from, path), join(to, path));
  }
}
