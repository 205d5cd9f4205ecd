import type { Config } from '../../../platform/config.ts';
import { scanByCommand } from './command.ts';
import { scanByIcap } from './icap.ts';
import type { ScanResult } from './result.ts';

export type Scanner = {
  /** @param path of a file on this machine @throws ScannerUnavailable */
  scan(path: string, sizeBytes: number): Promise<ScanResult>;
};

/** Concurrent scans: scanners share the machine with everything else. */
const atOnce = 4;

/** @returns null when no scanner is configured: files are served unscanned */
export function createScanner({ MALWARE_SCANNER: setting }: Pick<Config, 'MALWARE_SCANNER'>): Scanner | null {
  if (setting === undefined) return null;
  const scanFile = setting.startsWith('icap://') ? scanByIcap(new URL(setting)) : scanByCommand(setting.split(/ +/));
  const waiting: (() => void)[] = [];
  let busy = 0;
  return {
    async scan(path, sizeBytes) {
      if (busy >= atOnce) await new Promise<void>((start) => waiting.push(start));
      else busy++;
      try {
        const result = await scanFile(path, sizeBytes);
        return result.clean ? result : { clean: false, finding: readable(result.finding) };
      } finally {
        const next = waiting.shift();
        if (next === undefined) busy--;
        else next();
      }
    },
  };
}

/** Output of another program, cleaned for an error message. */
function readable(finding: string): string {
  const text = finding
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 100);
  return text === '' ? 'malware' : text;
}
