import type { Template } from '@parley/contract/types';
import type { TemplateRow } from './repo.ts';

export function presentTemplate({ fetched_at, ...row }: TemplateRow): Template {
  return { ...row, fetched_at: fetched_at?.toISOString() ?? null };
}
