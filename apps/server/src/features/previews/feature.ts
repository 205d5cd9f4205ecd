import type { Feature } from '../../platform/feature.ts';
import { sliceRows } from '../../platform/maintenance.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerPictures } from './picture-handlers.ts';
import { type PreviewDependencies, readPreviewJob } from './preview-job.ts';
import { deleteOldPreviews } from './preview-repo.ts';

/** Title, description and picture of the first page that a message names. */
export function createPreviewsFeature(platform: Platform, parts: PreviewDependencies): Feature {
  return {
    name: 'previews',
    registerRoutes: (http) => registerPictures(http, platform),
    paths: [{ prefix: '/previews' }],
    jobs: [readPreviewJob(platform, parts)],
    maintenance: { 'link previews': (tx) => deleteOldPreviews(tx, sliceRows) },
  };
}
