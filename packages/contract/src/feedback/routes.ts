import { z } from 'zod';
import { page, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  bugReport,
  bugReportDetail,
  bugReportQuery,
  changeBugReportBody,
  changedFeedbackSettings,
  changeFeatureRequestBody,
  changeFeedbackSettingsBody,
  confirmEmailBody,
  createBugReportBody,
  createFeatureRequestBody,
  featureRequest,
  featureRequestQuery,
  feedbackSettings,
  maxReportBytes,
} from './schema.ts';

const byId = z.strictObject({ id: pathId });

export const feedbackRoutes = defineRoutes({
  'GET /api/bug-reports': {
    access: 'User',
    summary: 'Bug reports, newest first: your own, or all of the account.',
    query: bugReportQuery,
    responses: { 200: page(bugReport) },
  },
  'POST /api/bug-reports': {
    access: 'User',
    idempotencyKey: true,
    summary: 'Report a bug. It gets a number and goes where the account sends its reports.',
    body: createBugReportBody,
    maxBodyBytes: maxReportBytes,
    responses: { 200: bugReport, 201: bugReport },
  },
  'GET /api/bug-reports/{id}': {
    access: 'User',
    summary: 'One report with everything that was sent; Users see their own.',
    params: byId,
    responses: { 200: bugReportDetail },
  },
  'PUT /api/bug-reports/{id}': {
    access: 'Admin',
    permission: 'feedback.manage',
    summary: 'Change the state of a report.',
    params: byId,
    body: changeBugReportBody,
    responses: { 200: bugReportDetail },
  },
  'POST /api/bug-reports/{id}/deliver': {
    access: 'Admin',
    permission: 'feedback.manage',
    summary: 'Send a report that could not be delivered again, to the present destination.',
    params: byId,
    responses: { 202: bugReport },
  },
  'GET /api/bug-reports/{id}/screenshots/{position}': {
    access: 'User',
    summary: 'A screenshot of a report.',
    params: z.strictObject({ id: pathId, position: pathId }),
    file: ['image/webp'],
    responses: { 200: z.unknown() },
  },
  'GET /api/feedback-settings': {
    access: 'User',
    summary: 'Where bug reports go.',
    responses: { 200: feedbackSettings },
  },
  'PUT /api/feedback-settings': {
    access: 'Admin',
    permission: 'feedback.manage',
    summary: 'Change where bug reports go; those sent from now on.',
    body: changeFeedbackSettingsBody,
    responses: { 200: changedFeedbackSettings },
  },
  'POST /api/feedback-settings/send-code': {
    access: 'Admin',
    permission: 'feedback.manage',
    summary: 'Email a code to the address for bug reports, which has to be confirmed before reports go there.',
    responses: { 204: z.undefined() },
  },
  'POST /api/feedback-settings/confirm-email': {
    access: 'Admin',
    permission: 'feedback.manage',
    audit: 'feedback.email_confirmed',
    summary: 'Confirm the address for bug reports with the code sent to it.',
    body: confirmEmailBody,
    responses: { 200: feedbackSettings },
  },
  'GET /api/feature-requests': {
    access: 'User',
    summary: 'Feature requests of the account, those with most votes first.',
    query: featureRequestQuery,
    responses: { 200: page(featureRequest) },
  },
  'POST /api/feature-requests': {
    access: 'User',
    idempotencyKey: true,
    summary: 'Ask for a feature; it begins with your vote.',
    body: createFeatureRequestBody,
    responses: { 200: featureRequest, 201: featureRequest },
  },
  'PUT /api/feature-requests/{id}': {
    access: 'Admin',
    permission: 'feedback.manage',
    summary: 'Change the state of a request. The votes of a duplicate go to the other request.',
    params: byId,
    body: changeFeatureRequestBody,
    responses: { 200: featureRequest },
  },
  'PUT /api/feature-requests/{id}/vote': {
    access: 'User',
    summary: 'Vote for a request, or take the vote back.',
    params: byId,
    body: z.strictObject({ voted: z.boolean() }),
    responses: { 200: featureRequest },
  },
});
