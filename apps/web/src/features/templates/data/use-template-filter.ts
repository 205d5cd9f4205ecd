import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { readFilter, type TemplateFilter, writeFilter } from './template-filter.ts';

/** The URL follows this long after the last key: a new one costs more than a frame. */
const urlPauseMs = 250;

/** The filters and the open template of the list, in its URL. */
export function useTemplateFilter() {
  const words = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const written = useMemo(() => readFilter(words), [words]);
  /** A search that the URL does not have yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const filter = useMemo(() => (typed === null ? written : { ...written, search: typed }), [written, typed]);
  const openId = typeof words['template'] === 'string' ? words['template'] : null;
  const go = useCallback(
    (next: TemplateFilter, template: string | null) =>
      void navigate({
        to: '/templates/whatsapp',
        search: { ...writeFilter(next), ...(template !== null && { template }) },
        replace: true,
      }),
    [navigate],
  );
  useEffect(() => {
    if (typed === null) return;
    if (typed === written.search) return setTyped(null);
    const timer = setTimeout(() => go({ ...written, search: typed }, openId), urlPauseMs);
    return () => clearTimeout(timer);
  }, [typed, written, openId, go]);
  // The functions stay the same, so that a key does not draw the rows again.
  const latest = useRef({ filter, openId });
  latest.current = { filter, openId };
  const change = useCallback(
    (part: Partial<TemplateFilter>) => {
      if (part.search !== undefined) setTyped(part.search);
      const hasOtherFilters = Object.keys(part).some((key) => key !== 'search');
      if (hasOtherFilters) go({ ...latest.current.filter, ...part }, latest.current.openId);
    },
    [go],
  );
  const open = useCallback((id: string | null) => go(latest.current.filter, id), [go]);
  return { filter, openId, change, open };
}
