import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export const useTabs = ['start', 'reference', 'requests', 'secrets'] as const;
export type UseTab = (typeof useTabs)[number];

/** What of the panel is in the address: `/settings/api-keys?use=reference&call=postMessages&find=media`. */
export type ReferenceAddress = { use?: UseTab | undefined; call?: string | undefined; find?: string | undefined };

/**
 * The tab of the panel, the open call and the search, kept in the address: they survive a reload and another width, and
 * a call can be linked to.
 */
export function useReferenceAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined);
  const address: ReferenceAddress = {
    use: useTabs.find((tab) => tab === search['use']),
    call: text('call'),
    find: text('find'),
  };
  const go = useCallback(
    (change: ReferenceAddress) => {
      const changed = (before: ReferenceAddress) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value));
      void navigate({ to: '/settings/api-keys', search: changed as never, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return { address, go };
}
