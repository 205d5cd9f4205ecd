import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { automaticMergeKind } from '../contacts/public.ts';
import { runAutomaticMerge } from './automatic-merge.ts';
import { expireMerges } from './expire-merges.ts';
import { findDuplicates, findDuplicatesKind } from './find-duplicates.ts';
import { mergeHandlers } from './handlers.ts';

/** Contacts that may be duplicates: suggestions, manual and automatic merges, and undo. */
export function createDuplicatesFeature(platform: Platform): Feature {
  return {
    name: 'duplicates',
    handlers: mergeHandlers(platform),
    jobs: [
      { name: automaticMergeKind, run: runAutomaticMerge },
      { name: findDuplicatesKind, run: findDuplicates },
    ],
    maintenance: { merges: expireMerges },
  };
}
