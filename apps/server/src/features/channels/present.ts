import type { Channel } from '@parley/contract/types';
import type { ChannelRow } from './repo.ts';

export function presentChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    kind: row.kind,
    channel_label: row.channel_label,
    phone_number: row.phone_number,
    phone_number_id: row.phone_number_id,
    waba_id: row.waba_id,
    sandbox: row.sandbox,
    verified: row.verified,
    state: row.state,
    state_reason: row.state_reason,
    pace: row.pace,
    clock_offset_ms: row.clock_offset_ms,
    secrets: row.secrets_last4,
    adapter_url: row.adapter_url,
    previous_until: row.previous_until?.toISOString() ?? null,
    working_hours: row.working_hours,
    default_templates: { window_closed: row.window_closed_template, first_message: row.first_message_template },
    created_at: row.created_at.toISOString(),
    version: row.version,
  };
}
