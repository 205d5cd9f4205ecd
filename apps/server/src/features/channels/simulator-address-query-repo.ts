import { type Executor, statement } from '../../platform/db/sql.ts';

export type SimulatorAddress = {
  process_id: number;
  host: string;
  url: string | null;
  secret_enc: Buffer | null;
  webhook_base: string | null;
};

const findStatement = statement(
  'channels.find_simulator_address',
  `select a.process_id, a.host, a.url, a.secret_enc, a.webhook_base from simulator_address a
   where exists (select from shared_server_processes p where p.id = a.process_id)`,
);

/** @returns null when no living process runs the simulator */
export async function findSimulatorAddress(system: Executor): Promise<SimulatorAddress | null> {
  const [row] = await system.rows<SimulatorAddress>(findStatement);
  return row ?? null;
}

const claimStatement = statement(
  'channels.claim_simulator',
  `insert into simulator_address (process_id, host) values ($1, $2)
   on conflict (only_one) do update
   set process_id = excluded.process_id, host = excluded.host, url = null, secret_enc = null, claimed_at = now()
   where simulator_address.process_id = excluded.process_id
     or not exists (select from shared_server_processes p where p.id = simulator_address.process_id)`,
);

/** @returns whether this process runs the simulator now; of several that ask at once one does */
export async function claimSimulator(system: Executor, processId: number, host: string): Promise<boolean> {
  return (await system.run(claimStatement, [processId, host])) === 1;
}

const publishStatement = statement(
  'channels.publish_simulator_address',
  `update simulator_address set url = $2, secret_enc = $3, webhook_base = $4 where process_id = $1`,
);

export async function publishSimulatorAddress(
  system: Executor,
  processId: number,
  { url, secret_enc, webhook_base }: Pick<SimulatorAddress, 'url' | 'secret_enc' | 'webhook_base'>,
): Promise<void> {
  await system.run(publishStatement, [processId, url, secret_enc, webhook_base]);
}

const forgetStatement = statement(
  'channels.delete_simulator_address',
  'delete from simulator_address where process_id = $1',
);

export async function forgetSimulatorAddress(system: Executor, processId: number): Promise<void> {
  await system.run(forgetStatement, [processId]);
}
