import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportContext } from './report-email.ts';

/**
 * Writes a report as JSON into the folder that BUG_REPORTS_DIR names. Files outlive the account and the erasure of a
 * contact, so customer data, screenshots and the reporter's address stay in Parley, as with issues. Writing again after
 * a crash replaces the same file.
 */
export async function writeReportFile(folder: string, clientId: string, context: ReportContext): Promise<void> {
  const { report, reporter, account } = context;
  const { id, number, created_at, severity, title, what_happened, expected, details } = report;
  const content = { id, number, account, reporter, created_at, severity, title, what_happened, expected, details };
  const ofAccount = join(folder, clientId);
  await mkdir(ofAccount, { recursive: true, mode: 0o700 });
  const path = join(ofAccount, `${String(number).padStart(6, '0')}-${id}.json`);
  // Complete once it has its name: other programs may watch the folder.
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}
