import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';

export type Machine = {
  processor: string;
  cores: number;
  memoryGb: number;
  node: string;
  platform: string;
  commit: string;
  load: number[];
};

/** The machine's properties that a reader needs to judge the figures; the load shows how quiet it was. */
export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    commit: currentCommit(),
    load: loadavg().map((value) => Math.round(value * 10) / 10),
  };
}

function currentCommit(): string {
  try {
    const options: ExecFileSyncOptionsWithStringEncoding = {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    };
    const id = execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim();
    return execFileSync('git', ['status', '--porcelain'], options) === '' ? id : `${id} with changes`;
  } catch {
    // An archive of the sources has no history.
    return 'unknown';
  }
}
