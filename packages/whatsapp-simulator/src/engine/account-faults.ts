import type { Faults } from '../control-types.ts';
import { type Account, clockOf } from '../storage/accounts.ts';

/** Faults that are a state of the account: the business can fix them itself, like at Meta. */
type StateFault = 'unsubscribed' | 'unverified' | 'unregistered';

/** Replaces faults of the same names, and applies their effects. Save the account afterwards. */
export function applyFaults(account: Account, given: Partial<Faults>): void {
  const webhooks = { ...account.faults.webhooks, ...given.webhooks };
  account.faults = { ...account.faults, ...given, ...(given.webhooks ? { webhooks } : {}) };
  for (const name of ['unsubscribed', 'unverified', 'unregistered'] as const) {
    if (given[name] !== undefined) setState(account, name, given[name]);
  }
  if (given.maintenance_ms !== undefined) setMaintenance(account, clockOf(account) + given.maintenance_ms);
}

/** Ends every fault and restores the normal state. Save the account afterwards. */
export function endFaults(account: Account): void {
  for (const name of ['unsubscribed', 'unverified', 'unregistered'] as const) {
    if (account.faults[name]) setState(account, name, false);
  }
  account.faults = {};
  setMaintenance(account, null);
}

/** Ends one fault by its name. Save the account afterwards. */
export function endFault(account: Account, name: string): void {
  const state = (['unsubscribed', 'unverified', 'unregistered'] as const).find((one) => one === name);
  if (state !== undefined && account.faults[state]) setState(account, state, false);
  account.faults = Object.fromEntries(Object.entries(account.faults).filter(([one]) => one !== name));
  if (name === 'maintenance_ms') setMaintenance(account, null);
}

/** The business fixed this fault. Save the account afterwards. */
export function resolveFault(account: Account, name: StateFault): void {
  const { [name]: _removed, ...faults } = account.faults;
  account.faults = faults;
  setState(account, name, false);
}

function setMaintenance(account: Account, untilMs: number | null): void {
  account.number = { ...account.number, maintenance_until_ms: untilMs };
}

function setState(account: Account, name: StateFault, broken: boolean): void {
  if (name === 'unsubscribed') account.subscribed = !broken;
  if (name === 'unverified') account.number = { ...account.number, verified: !broken };
  if (name === 'unregistered') account.registered = !broken;
}
