import type { Template } from '@parley/contract/types';
import type { TemplateRow } from './repo.ts';

const hourMs = 3_600_000;
/** How long WhatsApp pauses a template for its quality, by what it calls the pause. */
const pauseMs: Readonly<Record<string, number>> = { FIRST_PAUSE: 3 * hourMs, SECOND_PAUSE: 6 * hourMs };

export function presentTemplate(row: TemplateRow): Template {
  const { provider_template_id: _id, submitted_at: _submitted, status_detail: _detail, ...shown } = row;
  return {
    ...shown,
    status_at: row.status_at?.toISOString() ?? null,
    paused_until: pausedUntil(row),
    next_category_at: row.next_category_at?.toISOString() ?? null,
    fetched_at: row.fetched_at?.toISOString() ?? null,
  };
}

function pausedUntil({ status, status_at, status_detail, status_reason }: TemplateRow): string | null {
  const duration = pauseMs[String(status_detail?.title ?? status_reason)];
  if (status !== 'PAUSED' || status_at === null || duration === undefined) return null;
  return new Date(status_at.getTime() + duration).toISOString();
}
