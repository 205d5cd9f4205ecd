import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in these; 100 a second on every platform Node runs on. */
const tickMs = 10;

/** `cpuMs` includes ended children: database connections come and go. */
export type ProcessFacts = { pid: number; parent: number; name: string; cpuMs: number };

/** One line of the process table; null when it ended meanwhile. */
export function readProcess(pid: number): ProcessFacts | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      name: text.slice(text.indexOf('(') + 1, end),
      cpuMs: [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) * tickMs,
    };
  } catch {
    return null;
  }
}

/** A process and everything below it. */
export function processTree(root: number): ProcessFacts[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((facts) => facts !== null);
  const tree: ProcessFacts[] = [];
  let level = all.filter((facts) => facts.pid === root);
  while (level.length > 0) {
    tree.push(...level);
    const parents = new Set(level.map((facts) => facts.pid));
    level = all.filter((facts) => parents.has(facts.parent));
  }
  return tree;
}

/** Memory of a process in MB (2^20 bytes), with shared pages split among their users. 0 when it ended. */
export function proportionalMb(pid: number): number {
  try {
    const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return Number(match?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Processor time of process trees so far, milliseconds. */
export function cpuTotal(roots: readonly number[]): number {
  return roots.reduce((sum, root) => sum + processTree(root).reduce((part, facts) => part + facts.cpuMs, 0), 0);
}

/** Processor time of a tree so far, milliseconds: its Node processes and its PostgreSQL processes separately. */
export function cpuOf(root: number): { node: number; postgres: number } {
  const sum = { node: 0, postgres: 0 };
  for (const facts of processTree(root)) sum[isPostgres(facts) ? 'postgres' : 'node'] += facts.cpuMs;
  return sum;
}

/** PostgreSQL's processes all have its name; everything else below our server is Node or a small shell. */
export function isPostgres(facts: ProcessFacts): boolean {
  return facts.name.startsWith('postgres');
}
