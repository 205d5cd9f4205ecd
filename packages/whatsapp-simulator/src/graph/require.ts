import type { Permission } from '../control-types.ts';
import type { Account } from '../storage/accounts.ts';
import type { GraphCall } from './call.ts';
import { GraphError, noSuchObject } from './errors.ts';

/** The token's permissions, without those that a fault removes. */
export function permissionsOf({ permissions, faults }: Account): Permission[] {
  return permissions.filter((permission) => !faults.missing_permissions?.includes(permission));
}

/** @throws GraphError 10 when the token lacks the permission */
export function requirePermission(account: Account, permission: Permission): void {
  if (!permissionsOf(account).includes(permission))
    throw new GraphError(10, `The token lacks the permission ${permission}`);
}

/** @throws GraphError 100/33 unless the node is the token's own number */
export function requireNumber({ account, id }: GraphCall): void {
  if (id !== account.phone_number_id) throw noSuchObject(id);
}

/** @throws GraphError 100/33 unless the node is the token's own WhatsApp Business account */
export function requireWaba({ account, id }: GraphCall): void {
  if (id !== account.waba_id) throw noSuchObject(id);
}
