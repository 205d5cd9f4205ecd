import { type Executor, statement } from '../../platform/db/sql.ts';

const claimStatement = statement(
  'operations.claim_notice',
  `insert into operator_notices (code) values ($1)
   on conflict (code) do update set reported_at = now() where operator_notices.reported_at < now() - interval '1 day'`,
);

/** @returns whether the operator was not told within a day; of several processes one gets it */
export async function claimNotice(tx: Executor, code: string): Promise<boolean> {
  return (await tx.run(claimStatement, [code])) === 1;
}
