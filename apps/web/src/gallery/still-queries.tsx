import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

// The gallery has no server: what a part asks for never comes.
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

/** For parts that ask the server for something of their own. */
export function StillQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
