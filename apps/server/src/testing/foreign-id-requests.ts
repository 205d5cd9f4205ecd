import type { InjectOptions } from 'fastify';
import type { NamedRow } from './access-matrix.ts';
import { flowOf } from './automations.ts';

type Ids = (row: NamedRow) => string;

/** Requests of account B's Owner with ids of account A's rows in the body or query, not in the path. */
export const foreignIdRequests: ((id: Ids) => InjectOptions)[] = [
  (id) => ({
    method: 'POST',
    url: '/api/invitations',
    payload: { email: 'x@example.com', role: 'User', restrictions: { channel_ids: [id('channel')] } },
  }),
  (id) => ({
    method: 'POST',
    url: '/api/invitations',
    payload: { email: 'x@example.com', role: 'User', group_ids: [id('group')] },
  }),
  (id) => ({ method: 'POST', url: '/api/user-groups', payload: { name: 'Sales', member_ids: [id('user')] } }),
  (id) => ({
    method: 'POST',
    url: '/api/api-keys',
    payload: { name: 'Shop', scopes: ['messages:read'], channel_ids: [id('channel')] },
  }),
  (id) => ({ method: 'POST', url: '/api/campaigns', payload: { name: 'Sale', channel_id: id('channel') } }),
  (id) => ({ method: 'POST', url: '/api/client/transfer', payload: { user_id: id('user') } }),
  (id) => ({
    method: 'POST',
    url: '/api/automations/dry-run',
    payload: { flow: flowOf({ kind: 'message' }, []), thread_id: id('thread') },
  }),
  (id) => ({ method: 'PUT', url: '/api/automations/order', payload: { ids: [id('automation')] } }),
  (id) => ({
    method: 'POST',
    url: '/api/bug-reports',
    payload: {
      ...{ what_happened: 'Theirs', severity: 'slows', may_reply: false },
      conversation: { thread_id: id('thread'), contact: { name: 'Otto', phone_number: null } },
    },
  }),
  (id) => ({ url: `/api/threads?label=${id('label')}` }),
  (id) => ({ url: `/api/threads?stage=${id('stage')}` }),
  (id) => ({ method: 'PUT', url: `/api/threads/${id('thread')}`, payload: { stage_id: id('stage') } }),
];
