import { z } from 'zod';
import { defineRoutes } from '../core/route.ts';
import { scopes } from '../core/scopes.ts';

export const assistantTool = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** A key needs all of them. */
  scopes: z.array(z.enum(scopes)),
  read_only: z.boolean(),
});
export type AssistantTool = z.output<typeof assistantTool>;

export const assistantsRoutes = defineRoutes({
  'GET /api/assistants/tools': {
    access: 'Admin',
    permission: 'integrations.manage',
    summary: 'What assistants can do through the Model Context Protocol, with the scopes that each tool needs.',
    responses: { 200: z.strictObject({ data: z.array(assistantTool) }) },
  },
});
