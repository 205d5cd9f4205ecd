// What runs on this machine, from /proc. Only what a test started itself is ever looked for, by pid or by its folder.
import { readdirSync, readFileSync } from 'node:fs';

export type ProcessEntry = {
  pid: number;
  parentPid: number;
  /** Clock ticks after boot: with the pid it names one process, as numbers are given again. */
  startTicks: string;
  /** Arguments parted by blanks; a server process of PostgreSQL shows its title instead. */
  commandLine: string;
};

/** Living processes; zombies, which a container's first process may never collect, are gone for every purpose. */
export function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    const entry = /^\d+$/.test(name) ? readProcess(Number(name)) : null;
    return entry === null ? [] : [entry];
  });
}

/** @returns null when it is not there, or only its zombie */
export function readProcess(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // proc(5): pid (name) state parent … ; field 22 is the start. The name may hold blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parentPid: Number(fields[1]), startTicks: fields[19] ?? '', commandLine };
  } catch {
    // It ended between the listing and the reading.
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

/** Those of a former list that still run. */
export function stillRunning(entries: readonly ProcessEntry[]): ProcessEntry[] {
  return entries.filter((entry) => readProcess(entry.pid)?.startTicks === entry.startTicks);
}

/** Memory of a process in kB, pages shared with others counted by their share; 0 when it may not be read. */
export function proportionalMemoryKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
