import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from './errors.ts';

/** Answers of request-and-response screens. A refusal is not asked again; no answer is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      // A missing right is the page's error (the 401 page); everything else is told where it happened.
      throwOnError: (error) => error instanceof ApiError && error.status === 403,
    },
  },
});

/** Around screens that ask with TanStack Query; its code comes with them, not with the start. */
export function QueryScope({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
