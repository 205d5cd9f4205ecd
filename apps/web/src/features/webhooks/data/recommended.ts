/** What is recommended while nothing is connected. */
export type Recommendable = 'outgoing' | 'incoming' | 'links' | 'sources' | 'zapier';

/** Industries whose systems send orders, bookings or shipments. */
const withOrders = new Set(['APPAREL', 'FINANCE', 'GROCERY', 'HOTEL', 'RESTAURANT', 'RETAIL', 'TRAVEL']);
/** Team sizes of the setup wizard that rarely have programmers. */
const small = new Set(['1', '2-5', '6-20']);

/** Chosen by the answers of the setup wizard; both may be missing. */
export function recommendedFor(industry: string | null, teamSize: string | null): Recommendable[] {
  const own: Recommendable = industry !== null && withOrders.has(industry) ? 'incoming' : 'links';
  const tool: Recommendable = teamSize === null || small.has(teamSize) ? 'zapier' : 'outgoing';
  return [own, 'sources', tool];
}
