import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { type Finding, type HealthCheck, ok, problem } from '../../platform/doctor/health-check.ts';
import { ScannerUnavailable } from './scan/result.ts';
import { createScanner } from './scan/scanner.ts';

/** Whether the configured malware scanner answers. */
export function mediaHealth(config: Config): HealthCheck[] {
  return [{ name: 'Malware scanner', run: () => checkScanner(config) }];
}

async function checkScanner(config: Config): Promise<Finding> {
  const scanner = createScanner(config);
  if (scanner === null) return ok('none is configured: files are served unscanned');
  const folder = await mkdtemp(join(tmpdir(), 'parley-scan-'));
  const text = 'A file without malware.\n';
  try {
    await writeFile(join(folder, 'clean'), text);
    const result = await scanner.scan(join(folder, 'clean'), text.length);
    return result.clean
      ? ok('it answers')
      : problem(`it reports ${result.finding} in a plain text`, 'Check its rules.');
  } catch (error) {
    if (!(error instanceof ScannerUnavailable)) throw error;
    return problem(`${error.message}; files wait until it answers`, 'Start it, or change MALWARE_SCANNER.');
  } finally {
    await rm(folder, { recursive: true });
  }
}
