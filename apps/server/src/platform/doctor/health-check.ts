/** What a look at one thing found. A problem says what to do about it. */
export type Finding = { state: 'ok'; says: string } | { state: 'problem'; says: string; fix: string };

/** One thing the operator's doctor looks at. */
export type HealthCheck = {
  name: string;
  /** @returns one finding, or one for each of several things; none when there is nothing to say */
  look(): Promise<Finding | Finding[]>;
};

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const problem = (says: string, fix: string): Finding => ({ state: 'problem', says, fix });

/** Runs checks one after the other. A look that fails is a problem itself. @returns how many problems there are */
export async function runChecks(checks: readonly HealthCheck[], say: (line: string) => void): Promise<number> {
  let problems = 0;
  for (const { name, look } of checks) {
    for (const finding of await lookAt(look)) {
      if (finding.state === 'ok') say(`ok       ${name}: ${finding.says}`);
      else {
        problems++;
        say(`PROBLEM  ${name}: ${finding.says}`);
        say(`         ${finding.fix}`);
      }
    }
  }
  return problems;
}

async function lookAt(look: HealthCheck['look']): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [problem(`this could not be looked at (${why.replaceAll(/\s*\n\s*/g, ' ')})`, 'Mend what is named above.')];
  }
}
