import type { OutboxRoute } from '@parley/contract/sync';
import type { InputOf } from '@parley/contract/types';
import type { ApiCall, ApiOptions } from '../../../platform/api.ts';
import type { InOrder } from './outbox-calls.ts';

/** Calls of one queue, each when the one before it is done. */
export async function makeOneByOne<K extends OutboxRoute>(
  api: ApiCall,
  route: K,
  inputs: readonly InputOf<K>[],
  options?: ApiOptions,
): Promise<InOrder<K>> {
  const answers: InOrder<K>['answers'] = [];
  try {
    for (const input of inputs) answers.push(await api(route, input, options));
    return { answers };
  } catch (error) {
    return { answers, error };
  }
}
