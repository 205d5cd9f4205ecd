import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { settleRestoredRatings } from './cursor-query-repo.ts';
import { ratingHandlers } from './handlers.ts';
import { startRatings } from './worker.ts';

/** Asks customers for a rating after their conversation was marked as done, and stores their answers. */
export function createRatingsFeature(platform: Platform): Feature {
  return {
    name: 'ratings',
    handlers: ratingHandlers(platform),
    growingTables: ['ratings'],
    startWorkers: () => [startRatings(platform)],
  };
}

export const ratingsOperations: FeatureOperations = { name: 'ratings', restore: settleRestoredRatings };

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Finds accounts whose feed moved, and questions of all accounts that are due. */
    ratings: true;
  }
}
