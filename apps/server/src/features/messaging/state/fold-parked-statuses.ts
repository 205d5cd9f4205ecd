import { parseErrorEnvelope } from '@parley/whatsapp-client';
import type { StatusFold } from './fold-status.ts';
import type { takeParkedStatuses } from './status-repo.ts';

type Parked = Awaited<ReturnType<typeof takeParkedStatuses>>[number];

/** Folds parked statuses by message, as if they had just arrived. */
export function foldParked(parked: readonly Parked[]): StatusFold[] {
  const folds = new Map<string, StatusFold>();
  for (const row of parked) {
    const key = `${row.client_id}/${row.channel_id}/${row.provider_id}`;
    const fold = folds.get(key) ?? {
      channel: { clientId: row.client_id, channelId: row.channel_id, clockOffsetMs: 0, sandbox: false },
      providerId: row.provider_id,
      ourId: null,
      rank: 0,
      failure: null,
      failed: false,
      events: [],
      groupId: null,
    };
    folds.set(key, fold);
    const detail = (row.detail ?? {}) as Record<string, unknown>;
    if (row.rank !== null && row.rank > fold.rank) fold.rank = row.rank;
    if (row.rank === -1 && row.participant === '') {
      fold.failed = true;
      const [first] = Array.isArray(detail['errors']) ? detail['errors'] : [];
      fold.failure ??= parseErrorEnvelope(first);
    }
    const { status, rank, provider_at: at, participant } = row;
    fold.events.push({ status, rank, at, detail, of: null, participant });
  }
  return [...folds.values()];
}
