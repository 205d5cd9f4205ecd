import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { Screenshot } from '../media/public.ts';

const insertStatement = statement(
  'feedback.insert_screenshot',
  `insert into bug_report_screenshots (client_id, report_id, position, bytes, width, height)
   values ($1, $2, $3, $4, $5, $6)`,
);

export async function insertScreenshots(
  tx: TenantTx,
  reportId: string,
  screenshots: readonly Screenshot[],
): Promise<void> {
  for (const [position, { bytes, width, height }] of screenshots.entries()) {
    await tx.run(insertStatement, [tx.clientId, reportId, position, bytes, width, height]);
  }
}

const listStatement = statement(
  'feedback.list_screenshots',
  `select bytes, width, height from bug_report_screenshots where client_id = $1 and report_id = $2 order by position`,
);

export function listScreenshots(tx: TenantTx, reportId: string): Promise<Screenshot[]> {
  return tx.rows<Screenshot>(listStatement, [tx.clientId, reportId]);
}

const findStatement = statement(
  'feedback.find_screenshot',
  `select bytes from bug_report_screenshots where client_id = $1 and report_id = $2 and position = $3`,
);

export async function findScreenshot(tx: TenantTx, reportId: string, position: number): Promise<Buffer | null> {
  const [row] = await tx.rows<{ bytes: Buffer }>(findStatement, [tx.clientId, reportId, position]);
  return row?.bytes ?? null;
}

const expireStatement = statement(
  'feedback.expire_screenshots',
  `delete from bug_report_screenshots s using bug_reports r
   where r.client_id = s.client_id and r.id = s.report_id and r.state in ('fixed', 'closed')
     and r.created_at < now() - interval '180 days'`,
);

/** Pictures of settled reports, after 180 days. */
export async function deleteOldScreenshots(tx: Executor): Promise<void> {
  await tx.run(expireStatement);
}
