import { z } from 'zod';
import { page, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { tableFormat, tableTypes } from '../core/table-format.ts';
import { rateList, rateListBody, replyCost } from './rates.ts';
import { report, reportQuery } from './schema.ts';
import { missedTarget, missedTargetQuery, targetReport } from './targets.ts';

export const reportsRoutes = defineRoutes({
  'GET /api/reports': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Figures of a period: messages, reply and resolution times, busy hours, backlog and broadcasts.',
    query: reportQuery,
    responses: { 200: report },
  },
  'GET /api/reports/export': {
    audit: 'reports.exported',
    access: 'User',
    permission: 'contacts.export',
    summary: 'The same figures as a file.',
    query: reportQuery.safeExtend(tableFormat.shape),
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
  'GET /api/reports/conversations': {
    audit: 'reports.conversations_exported',
    access: 'User',
    permission: 'contacts.export',
    summary: 'Conversations with a message in a period as a file, one in each row.',
    query: reportQuery.safeExtend(tableFormat.shape),
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
  'GET /api/reports/targets': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'How often reply targets were kept in a period.',
    query: reportQuery,
    responses: { 200: targetReport },
  },
  'GET /api/reports/targets/missed': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Missed reply targets with their conversations, the last due first.',
    query: missedTargetQuery,
    responses: { 200: page(missedTarget) },
  },
  'GET /api/reports/rates': {
    access: 'Admin',
    permission: 'account.edit',
    summary: 'What a message costs, by day, category and country.',
    responses: { 200: rateList },
  },
  'GET /api/threads/{id}/reply-cost': {
    access: 'Admin',
    permission: 'inbox.use',
    summary: 'What the next free-form reply of a conversation costs.',
    params: z.strictObject({ id: pathId }),
    responses: { 200: replyCost },
  },
  'PUT /api/reports/rates': {
    access: 'Admin',
    permission: 'account.edit',
    summary: 'Replaces all rates.',
    maxBodyBytes: 1_048_576,
    body: rateListBody,
    responses: { 200: rateList },
  },
});
