/** One check: it passes, or `problem` is what is wrong and where. */
export type Check = { name: string; problem: string | null };

export function passCheck(name: string): Check {
  return { name, problem: null };
}

export function failCheck(name: string, problem: string): Check {
  return { name, problem };
}

/** A check over a list of findings: it passes when there are none. */
export function failIfAny(name: string, findings: readonly string[]): Check {
  return { name, problem: findings.length === 0 ? null : findings.join('\n') };
}
