import type { Delivery, Webhook } from '@parley/contract/types';
import type { EndpointCounts } from './delivery-log-repo.ts';
import type { DeliveryRow } from './delivery-repo.ts';
import type { EndpointRow } from './endpoint-repo.ts';

export function presentEndpoint(row: EndpointRow, counts: EndpointCounts | undefined): Webhook {
  const until = row.previous_secret_until;
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    format: row.format,
    state: row.state,
    pause_reason: row.pause_reason,
    failing_since: row.failing_since?.toISOString() ?? null,
    secret_end: row.secret_end,
    previous_secret_until: until !== null && until > new Date() ? until.toISOString() : null,
    last_24h: { delivered: counts?.delivered ?? 0, failed: counts?.failed ?? 0 },
    waiting: counts?.waiting ?? 0,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    version: row.version,
  };
}

export function presentDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    event_id: row.event_id,
    type: row.type,
    subject_id: row.row_id,
    is_test: row.is_test,
    state: row.state,
    attempts: row.attempts,
    last_status: row.last_status,
    last_duration_ms: row.last_duration_ms,
    last_error: row.last_error,
    next_attempt_at: row.state === 'waiting' ? row.due_at.toISOString() : null,
    event_at: row.event_at.toISOString(),
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
