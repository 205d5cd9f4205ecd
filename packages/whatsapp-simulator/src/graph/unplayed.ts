import type { Reply } from '../http/exchange.ts';
import { type GraphCall, pageOf } from './call.ts';
import { GraphError } from './errors.ts';
import { requireNumber, requireWaba } from './require.ts';

/** Lists of calls and flows are not played: they answer as a number without calling, and an account that may make no flows. */

export function refuseCalls(call: GraphCall): Reply {
  requireNumber(call);
  throw new GraphError(138000, 'Calling is not enabled for this phone number');
}

export function listFlows(call: GraphCall): Reply {
  requireWaba(call);
  return pageOf(call, []);
}

export function refuseFlows(call: GraphCall): Reply {
  requireWaba(call);
  throw new GraphError(139000, 'This account may not create flows');
}
