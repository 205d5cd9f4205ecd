import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AccountDependencies, accountHandlers } from './handlers.ts';
import { countAccounts } from './repo.ts';

/** The account itself: its details, its logo, and its end. */
export function createAccountsFeature(platform: Platform, dependencies: AccountDependencies): Feature {
  return { name: 'accounts', handlers: accountHandlers(platform, dependencies) };
}

export const accountsOperations: FeatureOperations = {
  name: 'accounts',
  provesBackup: async (database) => [`${await countAccounts(database)} accounts`],
};

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** A logo is found by its URL. */
    accounts: true;
  }
}
