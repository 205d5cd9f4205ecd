import { createRouter } from '@tanstack/react-router';
import { routeTree } from './route-tree.ts';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  trailingSlash: 'never',
  // Back returns to where the page was scrolled to. The inbox keeps the places of its own panes.
  scrollRestoration: ({ location }) => !location.pathname.startsWith('/inbox'),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
