import type pg from 'pg';
import { type Account, makeAccounts } from './accounts.ts';
import type { BenchOptions } from './bench.ts';
import { connectOwner } from './owner.ts';
import { type Parley, startParley } from './parley.ts';
import { type AudienceSeed, seedAudience } from './seed-audience.ts';

/** A server with one account of many contacts. */
export type LargeAccount = { parley: Parley; owner: pg.Client; account: Account; seed: AudienceSeed; contacts: number };

let made: Promise<LargeAccount> | undefined;

/** A million contacts, `quick` 20,000. Seeding them takes minutes, so the benches of one run share them. */
export function largeAccount(options: BenchOptions): Promise<LargeAccount> {
  made ??= make(options, options.quick ? 20_000 : 1_000_000);
  return made;
}

/** Ends it, if a bench needed it; the next bench that does gets a new one. */
export async function removeLargeAccount(): Promise<void> {
  const large = await made;
  made = undefined;
  await large?.owner.end();
  await large?.parley.remove();
}

async function make(options: BenchOptions, contacts: number): Promise<LargeAccount> {
  const parley = await startParley(options);
  const owner = await connectOwner(parley.ownerUrl);
  const [account] = await makeAccounts(parley, 1);
  if (account === undefined) throw new Error('no account was made');
  const seed = await seedAudience(owner, account, contacts, options.say);
  return { parley, owner, account, seed, contacts };
}
