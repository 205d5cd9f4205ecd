import { expect, test } from 'vitest';
import { routeTable } from '../apps/web/src/app/route-table.ts';
import { teamRoutes, visitorRoutes } from './shots-routes.ts';

/** Shown by nothing but a redirect, or only where the operator enabled it. */
const without = ['/login-test'];

test('every screen has a picture', () => {
  const pictured = [...visitorRoutes, ...teamRoutes].map((route) => route.replace(/\?.*/, ''));
  const addresses = Object.keys(routeTable).filter((address) => !without.includes(address));
  const missing = addresses.filter((address) => {
    const pattern = new RegExp(`^${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return !pictured.some((path) => pattern.test(path));
  });
  expect(missing).toEqual([]);
});
