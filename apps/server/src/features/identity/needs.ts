import type { FastifyRequest } from 'fastify';
import type { Executor, Transaction } from '../../platform/db/sql.ts';

/** An invitation that somebody without an account wants to sign up with. */
export type InvitationForSignUp = {
  email: string;
  /** The link came by mail, so whoever holds it owns the address. */
  provesAddress: boolean;
};

/** What the team feature does for this one, inside the transactions of this one. */
export type IdentityNeeds = {
  /** @throws AppError when the link is unknown or dead, saying why */
  findInvitation(tx: Executor, token: string): Promise<InvitationForSignUp>;
  /** Open invitations to an address, in all accounts. */
  countInvitations(tx: Executor, email: string): Promise<number>;
  /**
   * Ends all memberships of a person who is being deleted, and closes accounts that nobody else is in.
   * @returns what to call when the transaction has committed
   * @throws AppError('last_owner') naming the accounts that would be left without one
   */
  leaveAll(tx: Transaction, uid: string): Promise<() => void>;
  /** Carries a new photo (null: none) into the person's memberships. @returns what to call after the commit */
  photoChanged(tx: Transaction, uid: string, photoUrl: string | null): Promise<() => void>;
  /** Makes the small square of the picture that a request's body is. @throws AppError saying what is wrong with it */
  receiveSquare(request: FastifyRequest): Promise<{ id: string; bytes: Buffer; url: string }>;
  /** Carries a new address into the person's memberships. @returns what to call when the transaction has committed */
  addressChanged(tx: Transaction, uid: string, email: string): Promise<() => void>;
};
