import type { FastifyRequest } from 'fastify';
import type { Executor, Transaction } from '../../platform/db/sql.ts';

/** An invitation for a sign-up without an existing user. */
export type InvitationForSignUp = {
  email: string;
  /** The link was emailed, so its holder owns the address. */
  verifiesAddress: boolean;
  /** Name of the account of the invitation. */
  account: string;
};

/** The functions of the team feature that this one needs, called inside its transactions. */
export type IdentityDependencies = {
  /** @throws AppError when the link is unknown or no longer valid, saying why */
  findInvitation(tx: Executor, token: string): Promise<InvitationForSignUp>;
  /** Open invitations to an address, in all accounts. */
  countInvitations(tx: Executor, email: string): Promise<number>;
  /**
   * Ends all memberships of a user who is being deleted, and closes accounts without other members.
   * @returns a callback for after the commit
   * @throws AppError('last_owner') naming the accounts that would be left without an Owner
   */
  leaveAllAccounts(tx: Transaction, uid: string): Promise<() => void>;
  /** Remembers that a session entered an account: the next sign-in begins there. */
  markMemberUsed(tx: Executor, clientId: string, uid: string): Promise<void>;
  /** Copies a new photo (null: none) to the user's memberships. @returns a callback for after the commit */
  photoChanged(tx: Transaction, uid: string, photoUrl: string | null): Promise<() => void>;
  /** Creates the avatar from the picture in a request's body. @throws AppError saying what is wrong with it */
  receiveAvatar(request: FastifyRequest): Promise<{ id: string; bytes: Buffer; url: string }>;
  /** Copies a new address to the user's memberships. @returns a callback for after the commit */
  addressChanged(tx: Transaction, uid: string, email: string): Promise<() => void>;
};
