import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from './errors.ts';

/** Answers of request-and-response screens. A refusal is not asked again; no answer is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      // A missing right is the page's error (the 401 page); everything else is told where it happened.
      throwOnError: isRefusal,
    },
  },
});

/**
 * Around screens that ask with TanStack Query; its code comes with them, not with the start. A screen that is entered
 * asks anew for what was refused before: the right may have come meanwhile, and the library never would.
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
