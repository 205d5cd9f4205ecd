import type { TemplateUpdate } from '@parley/whatsapp-client';
import { ourStatus, type TemplateUpdateRow } from '../../templates/public.ts';

type Distribute<T> = T extends unknown ? Omit<T, 'client_id' | 'id' | 'waba_id'> : never;

/** A template update as columns of its row. */
export function templateUpdateRow(update: TemplateUpdate, at: Date): Distribute<TemplateUpdateRow> {
  const { templateId: template_id, name, language, category, change } = update;
  const base = { template_id, name, language, category };
  const time = at.toISOString();
  switch (change.kind) {
    case 'status': {
      const { event, reason, title, description, recommendation, disableDate } = change;
      const detail = { title, description, recommendation, disable_date: disableDate };
      const status = ourStatus(event);
      return { ...base, status, provider_status: event, reason: reason ?? title, detail, status_at: time };
    }
    case 'quality':
      return { ...base, quality: change.current, quality_at: time };
    case 'category':
      return {
        ...base,
        category: change.current,
        previous_category: change.previous,
        next_category: change.previous === null ? change.correct : null,
        next_category_at: change.changesAtMs === null ? null : new Date(change.changesAtMs).toISOString(),
        category_at: time,
      };
    case 'components':
      return { ...base, components_at: time };
  }
}
