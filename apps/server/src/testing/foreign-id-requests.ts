import type { InjectOptions } from 'fastify';
import type { NamedRow } from './access-matrix.ts';

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
];
