import { z } from 'zod';
import { pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { scopes } from '../core/scopes.ts';
import { askingApplication, authorizationRequest, connectedApplication } from './authorization.ts';
import { applicationScopes } from './scopes.ts';

export const assistantTool = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** A key needs all of them. */
  scopes: z.array(z.enum(scopes)),
  read_only: z.boolean(),
});
export type AssistantTool = z.output<typeof assistantTool>;

const redirection = z.strictObject({ redirect_to: z.string() });

export const assistantsRoutes = defineRoutes({
  'GET /api/assistants/tools': {
    access: 'Admin',
    permission: 'integrations.manage',
    summary: 'What assistants can do through the Model Context Protocol, with the scopes that each tool needs.',
    responses: { 200: z.strictObject({ data: z.array(assistantTool) }) },
  },
  'GET /api/assistants/authorization': {
    access: 'User',
    summary:
      'Which application asks for access with the parameters of `/oauth/authorize`, for what, and where it leads.',
    query: authorizationRequest,
    responses: { 200: askingApplication },
  },
  'POST /api/assistants/authorization': {
    access: 'User',
    summary: 'Let the application act as this member in this account, or refuse it. Answers the address to go to.',
    body: authorizationRequest.extend({ allow: z.array(z.enum(applicationScopes)).max(2) }),
    responses: { 200: redirection, 201: redirection },
  },
  'GET /api/assistants/applications': {
    access: 'User',
    summary: 'Applications that members let in: the member’s own, or all of the account for Admins.',
    responses: { 200: z.strictObject({ data: z.array(connectedApplication) }) },
  },
  'DELETE /api/assistants/applications/{id}': {
    access: 'User',
    summary: 'Disconnect an application at once: one of the member’s own, or any of the account for Admins.',
    params: z.strictObject({ id: pathId }),
    responses: { 204: z.undefined() },
  },
});
