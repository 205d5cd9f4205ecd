import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readFilter, type TemplateFilter, writeFilter } from './template-filter.ts';

/** The filters and the open template of the list, in its URL. */
export function useTemplateFilter() {
  const words = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const filter = useMemo(() => readFilter(words), [words]);
  const openId = typeof words['template'] === 'string' ? words['template'] : null;
  const go = (next: TemplateFilter, template: string | null) =>
    void navigate({
      to: '/templates/whatsapp',
      search: { ...writeFilter(next), ...(template !== null && { template }) },
      replace: true,
    });
  return {
    filter,
    openId,
    change: (part: Partial<TemplateFilter>) => go({ ...filter, ...part }, openId),
    open: (id: string | null) => go(filter, id),
  };
}
