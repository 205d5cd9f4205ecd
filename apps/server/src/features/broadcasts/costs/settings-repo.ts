import type { BroadcastSettings } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type Settings = Omit<BroadcastSettings, 'currency' | 'used'>;
export const noSettings: Settings = {
  ...{ monthly_budget: null, warn_percent: 80, start_over_budget: false },
  ...{ limit_messages: null, limit_days: null, version: 0 },
};

const columns = `monthly_budget::float8 as monthly_budget, warn_percent, start_over_budget, limit_messages,
  limit_days, version`;
const find = statement('broadcasts.find_settings', `select ${columns} from broadcast_settings where client_id = $1`);
export async function findSettings(tx: TenantTx): Promise<Settings> {
  const [row] = await tx.rows<Settings>(find, [tx.clientId]);
  return row ?? noSettings;
}

const lock = statement(
  'broadcasts.lock_settings',
  `select ${columns} from broadcast_settings where client_id = $1 for no key update`,
);
/** Locks the settings until commit, so that what is spent of the budget is decided by one transaction at a time. */
export async function lockSettings(tx: TenantTx): Promise<Settings> {
  const [row] = await tx.rows<Settings>(lock, [tx.clientId]);
  return row ?? noSettings;
}

const insert = statement(
  'broadcasts.insert_settings',
  `insert into broadcast_settings (client_id, monthly_budget, warn_percent, start_over_budget, limit_messages, limit_days)
   select $1, $2, $3, $4, $6, $7 where $5 = 0 on conflict do nothing`,
);
const update = statement(
  'broadcasts.update_settings',
  `update broadcast_settings set monthly_budget = $2, warn_percent = $3, start_over_budget = $4, limit_messages = $6,
     limit_days = $7, version = version + 1
   where client_id = $1 and version = $5`,
);
/** @returns false when another member has changed them */
export async function putSettings(tx: TenantTx, settings: Settings): Promise<boolean> {
  const { monthly_budget: budget, warn_percent: percent, start_over_budget: over, version } = settings;
  const { limit_messages: messages, limit_days: days } = settings;
  const statementOf = version === 0 ? insert : update;
  return (await tx.run(statementOf, [tx.clientId, budget, percent, over, version, messages, days])) === 1;
}
