// npm start: installs and builds what is missing, then runs the server under the pinned Node until it ends.
// What the server's entry can rely on is described at runTs in prepare/node.mjs.
import {
  ensureInstalled,
  ensureNode,
  ensureWebBuilt,
  makeDataDir,
  PrepareError,
  removeUnusedDataDir,
  runCommand,
  runTs,
} from './prepare.mjs';

// Measured with the server's libraries at rest (proportional set size): 169 MB without any of these, 112 MB with all.
const flags = [
  // A smaller nursery: V8 otherwise keeps up to 32 MB for it. Smaller still gained nothing more.
  '--max-semi-space-size=8',
  // V8 otherwise lets garbage grow to a multiple of what lives: an import of 300,000 messages took 184 MB over idle, 52
  // with it, and webhooks take the same processor time.
  '--heap-growing-percent=50',
  '--expose-gc',
  `--import=${new URL('prepare/release-idle-memory.mjs', import.meta.url).href}`,
];
const env = {
  // glibc gives every thread a pool of its own and keeps what was freed in it: 15 MB.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '131072',
};

const entry = 'apps/server/src/entrypoints/main.ts';

await runCommand(async () => {
  await ensureInstalled();
  ensureNode();
  await ensureWebBuilt({ before: checkSettings });
  const isNew = makeDataDir();
  const exitCode = await runTs(entry, process.argv.slice(2), { flags, env });
  if (isNew && exitCode !== 0) removeUnusedDataDir();
  return exitCode;
});

/** A build takes many seconds: a wrong setting is named before it. */
async function checkSettings() {
  const exitCode = await runTs(entry, ['--check-settings']);
  if (exitCode !== 0) throw new PrepareError('', exitCode);
}
