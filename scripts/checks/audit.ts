import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, failCheck, failIfAny } from './check.ts';
import { findOtherLicences, type Lock } from './manifests.ts';
import { projectDir, runProgram } from './run-program.ts';

type Severity = 'info' | 'low' | 'moderate' | 'high' | 'critical';
/** The part of `npm audit --json` that is read. */
export type AuditReport = {
  vulnerabilities?: Record<string, { severity: Severity; range: string; via: Array<string | { title?: string }> }>;
  message?: string;
};

const serious: readonly Severity[] = ['high', 'critical'];
const limitMs = 2 * 60_000;

/** Packages with a vulnerability that is high or critical, and what it is. */
export function findVulnerable({ vulnerabilities = {} }: AuditReport): string[] {
  return Object.entries(vulnerabilities)
    .filter(([, { severity }]) => serious.includes(severity))
    .map(([name, { severity, range, via }]) => {
      const titles = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : (cause.title ?? 'unnamed')));
      return `${name} ${range} (${severity}): ${titles.join('; ')}`;
    });
}

/** Known vulnerabilities and licences of what the product runs with. Asks the registry that npm is set to. */
export async function auditDependencies(): Promise<Check[]> {
  const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as Lock;
  return [await auditVulnerabilities(), failIfAny('licences are permissive', findOtherLicences(lock))];
}

async function auditVulnerabilities(): Promise<Check> {
  const name = 'no dependency has a known serious vulnerability';
  const { stdout, output } = await runProgram('npm', ['audit', '--omit=dev', '--json'], { cwd: projectDir, limitMs });
  try {
    const report = JSON.parse(stdout) as AuditReport;
    if (report.vulnerabilities !== undefined) return failIfAny(name, findVulnerable(report));
    return failCheck(name, `the registry did not answer: ${report.message ?? output.trim()}`);
  } catch {
    return failCheck(name, `npm audit gave no report: ${output.trim().slice(0, 500)}`);
  }
}
