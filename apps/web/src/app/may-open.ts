import { session } from '../platform/browser-session.ts';
import { decideAdmission } from './guard.ts';
import { type RoutePath, routeTable } from './route-table.ts';

/** Whether the route guard lets the member open a page. Others are not offered. */
export function mayOpen(path: RoutePath): boolean {
  return decideAdmission(routeTable[path].entry, session.state(), path).kind === 'enter';
}
