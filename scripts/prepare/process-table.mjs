// What Linux says about running processes. Elsewhere there is no /proc and every answer is "nothing known".
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{ pid: number, parentPid: number, command: string, startedAtTicks: string }} ProcessEntry */

/**
 * @param {number} pid
 * @returns {ProcessEntry | null} null when there is none, or when it is dead and only waits to be reaped
 */
export function readProcess(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    // It ended, or never was.
    return null;
  }
  // proc(5): pid (command) state parent …, start time in field 22. The command may hold spaces and brackets.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return {
    pid,
    parentPid: Number(fields[1]),
    command: stat.slice(stat.indexOf('(') + 1, end),
    startedAtTicks: fields[19] ?? '',
  };
}

/** The same process still runs: its number was not given to another one. @param {ProcessEntry} entry */
export function isSameProcess(entry) {
  return readProcess(entry.pid)?.startedAtTicks === entry.startedAtTicks;
}

/**
 * All living descendants of a process, itself excluded.
 * @param {number} rootPid
 * @returns {ProcessEntry[]}
 */
export function listDescendants(rootPid) {
  const all = listPids().flatMap((pid) => readProcess(pid) ?? []);
  const found = [];
  let parents = new Set([rootPid]);
  while (parents.size > 0) {
    const children = all.filter((entry) => parents.has(entry.parentPid));
    found.push(...children);
    parents = new Set(children.map((entry) => entry.pid));
  }
  return found;
}

function listPids() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
