import { z } from 'zod';
import { defineRoutes } from '../core/route.ts';
import { accountExport, accountExportLink, startAccountExportBody } from './export-schema.ts';

const byOwner = { access: 'Owner', permission: 'account.export' } as const;

/** Everything of the account, to take along. */
export const accountExportRoutes = defineRoutes({
  'POST /api/client/export': {
    audit: 'settings.account_export_started',
    ...byOwner,
    summary: 'Writes everything of the account into one file, in the background. Needs a recent sign-in.',
    body: startAccountExportBody,
    responses: { 202: accountExport },
  },
  'GET /api/client/export': {
    ...byOwner,
    summary: 'The newest such file and its progress; null without one.',
    responses: { 200: z.strictObject({ file: accountExport.nullable() }) },
  },
  'POST /api/client/export/cancel': {
    audit: 'settings.account_export_cancelled',
    ...byOwner,
    summary: 'Ends the export that is being written; an earlier file stays. Without one nothing happens.',
    responses: { 200: z.strictObject({ file: accountExport.nullable() }) },
  },
  'POST /api/client/export/link': {
    audit: 'settings.account_export_downloaded',
    ...byOwner,
    summary: 'A link to the file, for a quarter of an hour. Needs a recent sign-in.',
    responses: { 200: accountExportLink },
  },
});
