import type { Campaign, CampaignEvent } from '@parley/contract/types';
import { presentAbResult } from '../ab-test/present-ab-test.ts';
import type { EventRow } from '../core/event-repo.ts';
import { presentCounters } from '../core/present-counters.ts';
import type { CampaignRow } from '../core/repo.ts';

export function presentCampaign(row: CampaignRow): Campaign {
  const { id, name, purpose, area, channel_id, template_id, template, audience, exclude, variables, schedule } = row;
  const { stop_rules, state, state_reason, preparing, total, created_by, version } = row;
  return {
    id,
    name,
    purpose,
    area,
    channel_id,
    template_id,
    template,
    audience,
    typed_numbers: row.typed_numbers,
    exclude,
    variables,
    schedule,
    stop_rules,
    ab_test: row.ab_test,
    ab_template: row.ab_template,
    ab_result: presentAbResult(row),
    state,
    state_reason,
    preparing,
    total,
    ...presentCounters(row.counters),
    share: row.share_state === null ? null : { state: row.share_state, rest_at: row.rest_at?.toISOString() ?? null },
    limit_until: row.state === 'RUNNING' ? (row.limit_until?.toISOString() ?? null) : null,
    next_retry_at: row.next_retry_at?.toISOString() ?? null,
    next_due_at: row.next_due_at?.toISOString() ?? null,
    rate: row.rate,
    series_id: row.series_id,
    created_by,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    archived_at: row.archived_at?.toISOString() ?? null,
    version,
  };
}

export function presentEvent({ id, kind, actor, detail, at }: EventRow): CampaignEvent {
  return { id, kind, actor, detail, at: at.toISOString() };
}
