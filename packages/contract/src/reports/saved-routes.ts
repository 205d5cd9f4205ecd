import { z } from 'zod';
import { empty, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { changeReportBody, createReportBody, reportEmail, reportEmailBody, savedReport } from './saved-schema.ts';

const params = z.strictObject({ id: pathId });

// Saved reports and their emails belong to members: API keys have none.
export const savedReportRoutes = defineRoutes({
  'GET /api/saved-reports': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'The caller’s saved reports and the shared ones, by name.',
    responses: { 200: z.strictObject({ data: z.array(savedReport), next_cursor: z.null() }) },
  },
  'POST /api/saved-reports': {
    audit: 'reports.saved',
    access: 'User',
    permission: 'inbox.use',
    idempotencyKey: true,
    summary: 'Save a report, for oneself or for everyone.',
    body: createReportBody,
    responses: { 200: savedReport, 201: savedReport },
  },
  'PUT /api/saved-reports/{id}': {
    audit: 'reports.saved_changed',
    access: 'User',
    permission: 'inbox.use',
    summary: 'Change a saved report: one’s own; Admins change shared ones as well.',
    params,
    body: changeReportBody,
    responses: { 200: savedReport },
  },
  'DELETE /api/saved-reports/{id}': {
    audit: 'reports.saved_deleted',
    access: 'User',
    permission: 'inbox.use',
    summary: 'Delete a saved report and its emails.',
    params,
    responses: { 200: empty },
  },
  'PUT /api/saved-reports/{id}/email': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Email a saved report to the caller every week.',
    params,
    body: reportEmailBody,
    responses: { 200: reportEmail },
  },
  'DELETE /api/saved-reports/{id}/email': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'No longer email a saved report to the caller.',
    params,
    responses: { 200: empty },
  },
});
