import { z } from 'zod';
import { pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { broadcastSettings, broadcastSettingsBody, campaignCosts, costsByMonth } from './cost-schema.ts';

/** As the rates in reports. */
const spend = { access: 'Admin', permission: 'account.edit' } as const;

export const broadcastCostRoutes = defineRoutes({
  'GET /api/campaigns/{id}/costs': {
    ...spend,
    summary: 'What a broadcast was expected to cost and what WhatsApp billed, by country and category.',
    params: z.strictObject({ id: pathId }),
    responses: { 200: campaignCosts },
  },
  'GET /api/campaign-costs': {
    ...spend,
    summary: 'What the broadcasts of each month were expected to cost and what WhatsApp billed.',
    responses: { 200: costsByMonth },
  },
  'GET /api/broadcast-settings': {
    ...spend,
    summary: 'Settings for all broadcasts: the monthly budget and how much of it is used.',
    responses: { 200: broadcastSettings },
  },
  'PUT /api/broadcast-settings': {
    ...spend,
    summary: 'Changes the settings for all broadcasts.',
    body: broadcastSettingsBody,
    responses: { 200: broadcastSettings },
  },
});
