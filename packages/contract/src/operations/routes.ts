import { z } from 'zod';
import { defineRoutes } from '../core/route.ts';
import { installationStatus } from './schema.ts';

export const operationsRoutes = defineRoutes({
  'GET /api/operator/status': {
    access: 'user',
    summary: 'The state of the installation, for the user who set it up; null for everybody else.',
    responses: { 200: z.strictObject({ status: installationStatus.nullable() }) },
  },
});
