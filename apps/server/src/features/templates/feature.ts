import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import type { PresentMedia, UploadedFiles } from '../media/public.ts';
import { startAutomaticSync } from './automatic-sync.ts';
import { favouriteHandlers } from './favourite-handlers.ts';
import { templatesHandlers } from './handlers.ts';
import { hydrateTemplates } from './lists.ts';
import { sessionTemplateHandlers } from './session-handlers.ts';
import { deleteExpiredSessionTemplates } from './session-repo.ts';
import { templateSyncJob } from './sync-job.ts';
import { deleteOldSyncRuns } from './sync-run-repo.ts';

/** WhatsApp templates: written, reviewed, kept in step with WhatsApp; and saved replies. */
export function createTemplatesFeature(
  platform: Platform,
  providers: ProviderAccess,
  { uploadedFiles, present }: { uploadedFiles: UploadedFiles; present: PresentMedia },
): Feature {
  return {
    name: 'templates',
    handlers: {
      ...templatesHandlers(platform, providers, uploadedFiles),
      ...sessionTemplateHandlers(platform, present),
      ...favouriteHandlers(platform),
    },
    jobs: [templateSyncJob(platform, providers)],
    hydrators: { templates: hydrateTemplates },
    rowLimits: {
      session_templates: { things: 'saved replies', fix: 'Delete one first.' },
      templates: { things: 'templates', fix: 'Delete one first.' },
    },
    maintenance: {
      session_templates: deleteExpiredSessionTemplates,
      template_sync_runs: deleteOldSyncRuns,
    },
    startWorkers: () => [startAutomaticSync(platform, providers)],
  };
}
