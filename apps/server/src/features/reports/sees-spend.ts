import { isAtLeast } from '@parley/contract/permissions';
import type { AccountActor } from '../../platform/auth/actor.ts';

/** Prices and costs are for Admins and Owners, and for no API key. */
export const seesSpend = (actor: AccountActor) => actor.kind === 'user' && isAtLeast(actor.role, 'Admin');
