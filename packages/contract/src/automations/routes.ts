import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  automation,
  automationRun,
  automationVersion,
  changeAutomationBody,
  createAutomationBody,
  dryRun,
  dryRunBody,
  exam,
  examMarks,
  runDetail,
  runStates,
  secretBody,
  startExamBody,
} from './schema.ts';

const params = z.strictObject({ id: pathId });
const stepParams = z.strictObject({ id: pathId, step_id: z.string().min(1).max(64) });
const read = { access: 'User' } as const;
const manage = { access: 'Admin', permission: 'automations.manage' } as const;
const inbox = { access: 'User', permission: 'inbox.use' } as const;

export const automationsRoutes = defineRoutes({
  'GET /api/automations': {
    ...read,
    summary: 'Automations in the order in which they are tried.',
    responses: { 200: z.strictObject({ data: z.array(automation), next_cursor: z.null() }) },
  },
  'POST /api/automations': {
    ...manage,
    idempotencyKey: true,
    summary: 'A new automation, as a draft.',
    body: createAutomationBody,
    responses: { 200: automation, 201: automation },
  },
  'PUT /api/automations/order': {
    ...manage,
    summary: 'The order in which automations are tried; those not named come after.',
    body: z.strictObject({ ids: z.array(id).max(200) }),
    responses: { 200: z.strictObject({ data: z.array(automation), next_cursor: z.null() }) },
  },
  'POST /api/automations/dry-run': {
    ...manage,
    summary: 'What a flow would do in a conversation. Nothing is sent or kept.',
    body: dryRunBody,
    responses: { 200: dryRun },
  },
  'POST /api/automations/secrets': {
    ...manage,
    summary: 'Store a value for headers of called addresses. It is never shown again.',
    body: secretBody,
    responses: { 201: z.strictObject({ id }) },
  },
  'GET /api/automations/{id}': {
    ...read,
    summary: 'One automation with its draft.',
    params,
    responses: { 200: automation },
  },
  'PUT /api/automations/{id}': {
    ...manage,
    summary: 'Change the name or the draft; what runs stays as published.',
    params,
    body: changeAutomationBody,
    responses: { 200: automation },
  },
  'DELETE /api/automations/{id}': {
    ...manage,
    summary: 'Delete an automation with its versions and runs.',
    params,
    responses: { 204: z.undefined() },
  },
  'POST /api/automations/{id}/publish': {
    ...manage,
    summary: 'Publish the draft as the next version and turn the automation on.',
    params,
    responses: { 200: automation },
  },
  'POST /api/automations/{id}/pause': {
    ...manage,
    summary: 'Turn it off. Open runs stop.',
    params,
    responses: { 200: automation },
  },
  'POST /api/automations/{id}/resume': {
    ...manage,
    summary: 'Turn it on with the published version.',
    params,
    responses: { 200: automation },
  },
  'POST /api/automations/{id}/rollback': {
    ...manage,
    summary: 'Publish an earlier version again, as the next one.',
    params,
    body: z.strictObject({ number: z.number().int().min(1) }),
    responses: { 200: automation },
  },
  'GET /api/automations/{id}/versions': {
    ...read,
    summary: 'Published versions, newest first.',
    params,
    responses: { 200: z.strictObject({ data: z.array(automationVersion), next_cursor: z.null() }) },
  },
  'GET /api/automations/{id}/steps/{step_id}/exam': {
    ...manage,
    summary: 'How an AI intent did on past messages, with the marks; null before it was tried.',
    params: stepParams,
    responses: { 200: z.strictObject({ exam: exam.nullable() }) },
  },
  'POST /api/automations/{id}/steps/{step_id}/exam': {
    ...manage,
    audit: 'automations.exam_started',
    summary: 'Ask the AI provider about the latest first messages of customers. It replaces the exam before.',
    params: stepParams,
    body: startExamBody,
    responses: { 201: z.strictObject({ exam }) },
  },
  'POST /api/automations/{id}/steps/{step_id}/exam/continue': {
    ...manage,
    audit: 'automations.exam_continued',
    summary: 'Ask about the messages of a stopped exam that have no answer yet.',
    params: stepParams,
    responses: { 200: z.strictObject({ exam }) },
  },
  'PUT /api/automations/{id}/steps/{step_id}/exam/answers/{message_id}': {
    ...manage,
    summary: 'Mark an answer as right, wrong or unsure; null takes the mark away.',
    params: stepParams.extend({ message_id: pathId }),
    body: z.strictObject({ mark: z.enum(examMarks).nullable() }),
    responses: { 200: z.strictObject({ exam }) },
  },
  'GET /api/automations/{id}/runs': {
    ...inbox,
    summary: 'Runs in conversations that the caller sees, newest first.',
    params,
    query: z.strictObject({ ...pageQuery.shape, state: z.enum(runStates).optional() }),
    responses: { 200: page(automationRun) },
  },
  'GET /api/automation-runs/{id}': {
    ...inbox,
    summary: 'One run with every step it took.',
    params,
    responses: { 200: runDetail },
  },
  'GET /api/messages/{id}/automation-run': {
    ...inbox,
    summary: 'The run that sent a message.',
    params,
    responses: { 200: runDetail },
  },
  'GET /api/threads/{id}/automations': {
    ...inbox,
    summary: 'Runs in a conversation, newest first, and whether the bot is stopped there.',
    params,
    responses: {
      200: z.strictObject({ stopped: z.boolean(), data: z.array(automationRun), next_cursor: z.null() }),
    },
  },
  'POST /api/threads/{id}/automations/stop': {
    ...inbox,
    audit: 'automations.stopped_in_conversation',
    summary: 'Stop the bot in a conversation until it is done or started again.',
    params,
    responses: { 200: z.strictObject({ stopped: z.boolean() }) },
  },
  'POST /api/threads/{id}/automations/start': {
    ...inbox,
    summary: 'Let automations run in a conversation again.',
    params,
    responses: { 200: z.strictObject({ stopped: z.boolean() }) },
  },
});
