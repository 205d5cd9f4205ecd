// Vulnerabilities and licences of the dependencies: `node scripts/audit.ts`. Needs the registry.
import { auditDependencies } from './checks/audit.ts';

const checks = await auditDependencies();
for (const { name, problem } of checks) console.log(problem === null ? `✓ ${name}` : `✗ ${name}:\n${problem}`);
process.exitCode = checks.every(({ problem }) => problem === null) ? 0 : 1;
