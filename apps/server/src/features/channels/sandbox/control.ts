import type { MemberActor } from '../../../platform/auth/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { visibilityOf } from '../../team/public.ts';
import { simulatedAccount } from '../provider-access.ts';
import { type ChannelRow, findSandboxChannel } from '../repo.ts';
import type { SimulatedAccount, SimulatorProcess } from '../simulator.ts';

/** The simulator's control surface as one account. */
export type SandboxControl = {
  row: ChannelRow;
  account: SimulatedAccount;
  call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
};

/** Opens the sandbox of an actor's account. */
export type OpenSandbox = (actor: MemberActor) => Promise<SandboxControl>;

/**
 * @returns the credentials of the account's sandbox; it throws AppError forbidden for members who do not see every
 *   conversation, not_found where there is none
 */
export function createSandboxControl(platform: Platform, simulator: SimulatorProcess): OpenSandbox {
  return async (actor) => {
    refuseUnseen(actor);
    const row = platform.config.SANDBOX
      ? await platform.db.withTenant(actor.clientId, (tx) => findSandboxChannel(tx, actor.clientId))
      : null;
    if (row === null) throw new AppError('not_found', { message: 'Sandbox not found: this account has none.' });
    const account = simulatedAccount(platform, row);
    return {
      row,
      account,
      call: (method, path, body, signal) => simulator.control(account, method, path, body, signal),
    };
  };
}

/** @throws AppError forbidden */
export function refuseUnseen(actor: MemberActor): void {
  if (visibilityOf(actor).isUnrestricted) return;
  const message = 'The sandbox shows every number and conversation in it: it is for people who may see all of them.';
  throw new AppError('forbidden', { message });
}
