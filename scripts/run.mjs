// The project's commands besides npm start: `node scripts/run.mjs NAME [arguments]`, as package.json calls it.
import { ensureInstalled, ensureWebBuilt, PrepareError, runCommand, runTs } from './prepare.mjs';

/**
 * `args` come before those of the command line; `dev`: needs the packages for tests; `web`: needs the built app.
 * @type {Record<string, { entry: string, args?: string[], dev?: boolean, web?: boolean }>}
 */
const commands = {
  backup: { entry: 'scripts/backup.ts' },
  bench: { entry: 'bench/run.ts', dev: true, web: true },
  check: { entry: 'scripts/check.ts', dev: true },
  chaos: { entry: 'e2e/chaos/run.ts', dev: true, web: true },
  'db:url': { entry: 'scripts/db-url.ts' },
  dev: { entry: 'scripts/dev.ts', dev: true },
  'download-backup': { entry: 'scripts/download-backup.ts' },
  fuzz: { entry: 'e2e/fuzz/run.ts', dev: true, web: true },
  doctor: { entry: 'scripts/doctor.ts' },
  format: { entry: 'scripts/tool.ts', args: ['format'], dev: true },
  lint: { entry: 'scripts/tool.ts', args: ['lint'], dev: true },
  'lint:unused': { entry: 'scripts/tool.ts', args: ['lint:unused'], dev: true },
  mail: { entry: 'scripts/mail.ts' },
  'pack:client': { entry: 'scripts/pack-client.ts', dev: true },
  'pack:release': { entry: 'scripts/pack-release.ts', dev: true, web: true },
  'import-account': { entry: 'scripts/import-account.ts' },
  restore: { entry: 'scripts/restore.ts' },
  sbom: { entry: 'scripts/sbom.ts' },
  'second-factor': { entry: 'scripts/second-factor.ts' },
  seed: { entry: 'scripts/seed.ts' },
  shots: { entry: 'scripts/shots.ts', dev: true, web: true },
  'sign-in-keys': { entry: 'scripts/sign-in-keys.ts' },
  'sign-in-provider': { entry: 'scripts/sign-in-provider.ts' },
  simulator: { entry: 'packages/whatsapp-simulator/src/main.ts' },
  // Builds the app itself where it needs it: a build that fails must not keep the other checks from being counted.
  test: { entry: 'scripts/test.ts', dev: true },
  'test:browser': { entry: 'scripts/tool.ts', args: ['test:browser'], dev: true },
  'test:full': { entry: 'scripts/test.ts', args: ['--full'], dev: true },
  'test:unit': { entry: 'scripts/tool.ts', args: ['test:unit'], dev: true },
  typecheck: { entry: 'scripts/tool.ts', args: ['typecheck'], dev: true },
  'verify-backup': { entry: 'scripts/verify-backup.ts' },
};

const [name = '', ...args] = process.argv.slice(2);

await runCommand(async () => {
  const command = commands[name];
  if (!command) throw new PrepareError(`unknown command "${name}": one of ${Object.keys(commands).join(', ')}`);
  await ensureInstalled({ dev: command.dev });
  if (command.web) await ensureWebBuilt();
  return await runTs(command.entry, [...(command.args ?? []), ...args]);
});
