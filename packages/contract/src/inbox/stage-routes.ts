import { z } from 'zod';
import { id, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { changeStageBody, createStageBody, stage, stageTotal } from './stage-schema.ts';
import { threadConditions } from './view-schema.ts';

const params = z.strictObject({ id: pathId });
const { stage: _stage, ...conditions } = threadConditions;

export const stageRoutes = defineRoutes({
  'GET /api/stages': {
    access: 'User',
    scope: 'threads:read',
    summary: 'The stages of the board, in their order.',
    responses: { 200: z.strictObject({ data: z.array(stage), next_cursor: z.null() }) },
  },
  'POST /api/stages': {
    access: 'Admin',
    permission: 'account.edit',
    idempotencyKey: true,
    summary: 'A new stage of the board, after the others.',
    body: createStageBody,
    responses: { 200: stage, 201: stage },
  },
  'PUT /api/stages/{id}': {
    access: 'Admin',
    permission: 'account.edit',
    summary: 'Rename a stage, give it another color or place, or let it close conversations.',
    params,
    body: changeStageBody,
    responses: { 200: stage },
  },
  'DELETE /api/stages/{id}': {
    access: 'Admin',
    permission: 'account.edit',
    summary: 'Delete a stage. Its conversations move to another one, or are in none; their state stays.',
    params,
    query: z.strictObject({ move_to: id.optional() }),
    responses: { 200: z.strictObject({ threads: z.number().int() }) },
  },
  'GET /api/threads/stages': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'How many conversations each stage has under some conditions, and what they are worth together.',
    // With `state=ACTIVE` stages that close count their done conversations too, as the board shows them.
    query: z.strictObject(conditions),
    responses: { 200: z.strictObject({ data: z.array(stageTotal) }) },
  },
});
