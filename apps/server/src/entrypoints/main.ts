import { ConfigError, parseConfig } from '../platform/config.ts';

// Nothing else is imported before the settings are read: a wrong one is named at once.
try {
  const config = parseConfig(process.env, process.cwd());
  // The command that starts us asks so before it builds.
  if (process.argv.includes('--check-settings')) process.exit(0);
  const { serve } = await import('../start/serve.ts');
  await serve(config);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`Cannot start: ${error.message}`);
  process.exit(1);
}
