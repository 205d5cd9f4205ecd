import type { TemplateHistory } from '@parley/contract/types';
import { invalid } from '../../platform/errors.ts';

const dayMs = 86_400_000;
const perDay = 1;
const perMonth = 10;

/** How often an approved template was changed, and when it may be again; null: now. */
export function editQuota(edits: readonly Date[], nowMs: number): TemplateHistory['edits'] {
  const times = edits.map((at) => at.getTime()).toSorted((a, b) => a - b);
  const month = times.filter((at) => at > nowMs - 30 * dayMs);
  const day = month.filter((at) => at > nowMs - dayMs);
  const freed = [
    ...(day.length >= perDay ? [(day.at(-perDay) ?? 0) + dayMs] : []),
    ...(month.length >= perMonth ? [(month.at(-perMonth) ?? 0) + 30 * dayMs] : []),
  ];
  return { day: day.length, month: month.length, next_at: freed.length === 0 ? null : isoOf(Math.max(...freed)) };
}

/** @throws AppError validation_failed when an approved template was changed too often */
export function requireEdit(edits: readonly Date[], nowMs: number): void {
  const { next_at } = editQuota(edits, nowMs);
  if (next_at === null) return;
  const when = `${next_at.slice(0, 16).replace('T', ' ')} UTC`;
  throw invalid(
    'template',
    `WhatsApp takes one change of an approved template in 24 hours and 10 in 30 days. Submit it after ${when}.`,
  );
}

const isoOf = (ms: number) => new Date(ms).toISOString();
