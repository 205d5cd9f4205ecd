/** One thing that was looked at: it holds, or `problem` says what is wrong and where. */
export type Check = { name: string; problem: string | null };

export function holds(name: string): Check {
  return { name, problem: null };
}

export function fails(name: string, problem: string): Check {
  return { name, problem };
}

/** A check over a list of findings: it holds when there are none. */
export function none(name: string, findings: readonly string[]): Check {
  return { name, problem: findings.length === 0 ? null : findings.join('\n') };
}
