import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from './errors.ts';

/** The query client of request-and-response screens. Refusals are not retried; network errors are, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      // A missing permission is the page's error (the 401 page); other errors are shown where they occur.
      throwOnError: isRefusal,
    },
  },
});

/**
 * Wraps screens that use TanStack Query; its code loads with them, not at the start. Opening a screen repeats queries
 * that were refused before, because the permission may have been granted since; the library would not.
 */
export function QueryScope({ children }: { children: ReactNode }) {
  const [client] = useState(withoutRefusals);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function withoutRefusals(): QueryClient {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => isRefusal(state.error) });
  return queryClient;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}
