import type { OutboxRoute } from '@parley/contract/sync';
import type { InputOf, OutputOf } from '@parley/contract/types';
import type { ApiCall, ApiOptions } from '../../../platform/api.ts';

/** What was answered in order, up to the first call that failed. */
export type InOrder<K extends OutboxRoute> = { answers: OutputOf<K>[]; error?: unknown };

/** Makes calls of one queue in order, up to the first that fails. */
export type CallInOrder = <K extends OutboxRoute>(
  route: K,
  inputs: readonly InputOf<K>[],
  options?: ApiOptions,
) => Promise<InOrder<K>>;

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
