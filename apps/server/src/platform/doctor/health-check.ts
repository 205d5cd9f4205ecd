/** The result of a check. A problem says what to do about it. */
export type Finding = { state: 'ok'; message: string } | { state: 'problem'; message: string; fix: string };

/** One check of the operator's doctor. */
export type HealthCheck = {
  name: string;
  /** @returns one or several findings; none when there is nothing to report */
  run(): Promise<Finding | Finding[]>;
};

export const ok = (says: string): Finding => ({ state: 'ok', message: says });
export const problem = (says: string, fix: string): Finding => ({ state: 'problem', message: says, fix });

/** Runs checks one after the other. A check that throws is itself a problem. @returns the number of problems */
export async function runChecks(checks: readonly HealthCheck[], say: (line: string) => void): Promise<number> {
  let problems = 0;
  for (const { name, run } of checks) {
    for (const finding of await runCheck(run)) {
      if (finding.state === 'ok') say(`ok       ${name}: ${finding.message}`);
      else {
        problems++;
        say(`PROBLEM  ${name}: ${finding.message}`);
        say(`         ${finding.fix}`);
      }
    }
  }
  return problems;
}

async function runCheck(look: HealthCheck['run']): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [problem(`this couldn’t be looked at (${why.replaceAll(/\s*\n\s*/g, ' ')})`, 'Fix what is named above.')];
  }
}
