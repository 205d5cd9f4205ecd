import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Check, failCheck, failIfAny, passCheck } from './check.ts';
import { projectDir } from './run-program.ts';

const distDir = join(projectDir, 'apps', 'web', 'dist');

/** What a first visit to an address loads before its screen is shown, by source file, and how much script that may be. */
export type Budget = { address: string; limitKb: number; sources: readonly string[] };

/**
 * The bars of the start, gzip level 9, React and the English texts included, in kB (1,000 bytes). `e2e/shell-app.spec.ts`
 * compares the sources with what a browser really loads.
 */
export const budgets: readonly Budget[] = [
  {
    address: '/login',
    limitKb: 133,
    sources: ['index.html', 'src/app/layouts/auth-layout.tsx', 'src/features/identity/pages/login-page.tsx'],
  },
  {
    address: '/inbox',
    limitKb: 180,
    sources: ['index.html', 'src/app/shell/frame.tsx', 'src/features/inbox/pages/inbox-page.tsx'],
  },
];

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** The script files of a list of sources with their imports, each once. @throws when a source has no file of its own */
export function filesOf(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the build has no file for ${key}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  const files = [...seen].map((key) => manifest[key]?.file ?? '');
  return [...new Set(files.filter((file) => file.endsWith('.js')))].sort();
}

/** The build's manifest. @throws when the app is not built */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(distDir, '.vite', 'manifest.json'), 'utf8')) as Manifest;
}

export function gzipBytes(file: string): number {
  return gzipSync(readFileSync(join(distDir, file)), { level: 9 }).length;
}

/** The start stays within its budget, and the entry has no schema library. Needs the built app. */
export async function checkBundles(): Promise<Check[]> {
  if (!existsSync(join(distDir, '.vite', 'manifest.json'))) {
    return [failCheck('the app is built', 'apps/web/dist is missing: run "npx vite build" in apps/web')];
  }
  const manifest = readManifest();
  const packages = JSON.parse(readFileSync(join(distDir, '.vite', 'packages.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  const entry = filesOf(manifest, ['index.html']);
  return [
    ...budgets.map((budget) => within(budget, filesOf(manifest, budget.sources))),
    failIfAny(
      'the entry holds no schema library',
      entry.filter((file) => packages[file]?.includes('zod')).map((file) => `${file} holds zod`),
    ),
  ];
}

function within({ address, limitKb }: Budget, files: readonly string[]): Check {
  const sizes = files.map((file) => ({ file, bytes: gzipBytes(file) }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  const name = `${address} loads ${total.toFixed(1)} of ${limitKb} kB script`;
  if (total <= limitKb) return passCheck(name);
  const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).map(({ file, bytes }) => `${file} ${bytes} B`);
  return failCheck(name, largest.join('\n'));
}
