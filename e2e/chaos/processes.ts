// Running processes, from /proc. Only processes that a test started are searched, by pid or by their folder.
import { readdirSync, readFileSync } from 'node:fs';

export type ProcessEntry = {
  pid: number;
  parentPid: number;
  /** Clock ticks after boot: identifies a process together with the pid, because pids are reused. */
  startTicks: string;
  /** Arguments separated by blanks; a server process of PostgreSQL shows its title instead. */
  commandLine: string;
};

/** Running processes; zombies, which a container's first process may never reap, do not count. */
export function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    const entry = /^\d+$/.test(name) ? readProcess(Number(name)) : null;
    return entry === null ? [] : [entry];
  });
}

/** @returns null when it does not exist, or is a zombie */
export function readProcess(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // proc(5): pid (name) state parent … ; field 22 is the start. The name may have blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parentPid: Number(fields[1]), startTicks: fields[19] ?? '', commandLine };
  } catch {
    // It ended between listing and reading.
    return null;
  }
}

/** A process and everything below it. */
export function processTree(rootPid: number): ProcessEntry[] {
  const all = listProcesses();
  const found = all.filter((entry) => entry.pid === rootPid);
  for (const parent of found) found.push(...all.filter((entry) => entry.parentPid === parent.pid));
  return found;
}

/** Processes whose arguments name a folder: PostgreSQL's, their watchers, the simulator's child. */
export function processesNaming(text: string): ProcessEntry[] {
  return listProcesses().filter((entry) => entry.pid !== process.pid && entry.commandLine.includes(text));
}

/** Processes of an earlier list that still run. */
export function stillRunning(entries: readonly ProcessEntry[]): ProcessEntry[] {
  return entries.filter((entry) => readProcess(entry.pid)?.startTicks === entry.startTicks);
}

/** Memory of a process in kB, with shared pages split; 0 when it cannot be read. */
export function proportionalMemoryKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
