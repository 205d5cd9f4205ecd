import type { Platform } from '../../platform/platform.ts';
import { findLogo } from './repo.ts';

/** The bytes of a logo, by the id in its URL; the account is not known then. */
export function findLogoOf(platform: Platform, id: string): Promise<Buffer | null> {
  return findLogo(platform.db.system.statements('accounts'), id);
}
