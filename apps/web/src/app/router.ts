import { createRouter } from '@tanstack/react-router';
import { routeTree } from './route-tree.ts';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  trailingSlash: 'never',
  // Going back restores the scroll position of the page. The inbox stores those of its panes itself.
  scrollRestoration: ({ location }) => !location.pathname.startsWith('/inbox'),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
