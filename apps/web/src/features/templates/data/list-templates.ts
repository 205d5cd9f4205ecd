import type { Template } from '@parley/contract/types';
import { api } from '../../../platform/api.ts';

/** Every template that matches, page by page. */
export async function listTemplates(
  filter: { channel_id?: string; status?: string },
  signal: AbortSignal,
): Promise<Template[]> {
  const templates: Template[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filter, limit: 200, ...(cursor === undefined ? {} : { cursor }) };
    const page = await api('GET /api/templates', { query }, { signal });
    templates.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return templates;
}
