import { type Executor, statement } from '../../platform/db/sql.ts';
import { type ClientRow, clientColumns } from './repo.ts';

const sameRequest = statement(
  'accounts.find_client_of_request',
  `select ${clientColumns} from clients c
   where c.id = $1 and c.created_by = $2 and c.request_hash = $3 and c.deleted_at is null
     and exists (select from account_members m
       where m.client_id = c.id and m.user_id = $2 and m.suspended_at is null)`,
);

/** The account that this same call made before, while its maker still belongs to it. */
export async function findClientOfRequest(
  tx: Executor,
  id: string,
  createdBy: string,
  requestHash: Buffer,
): Promise<ClientRow | null> {
  const [row] = await tx.rows<ClientRow>(sameRequest, [id, createdBy, requestHash]);
  return row ?? null;
}
