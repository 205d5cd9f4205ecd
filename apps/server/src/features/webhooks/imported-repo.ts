import { type Executor, statement } from '../../platform/db/sql.ts';

const endpointsStatement = statement(
  'webhooks.pause_imported_endpoints',
  `update webhook_endpoints set state = 'paused', pause_reason = 'manual', version = version + 1 where state = 'active'`,
);
const incomingStatement = statement(
  'webhooks.pause_imported_incoming',
  `update incoming_webhooks set state = 'paused', version = version + 1 where state = 'active'`,
);

export async function pauseImportedWebhooks(tx: Executor): Promise<void> {
  await tx.run(endpointsStatement);
  await tx.run(incomingStatement);
}
