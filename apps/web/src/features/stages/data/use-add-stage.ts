import type { Stage } from '@parley/contract/types';
import { uuidv7 } from '../../../platform/id.ts';
import { useAccount } from '../../sync/public.ts';

/** Adds a stage after the others. The function throws ApiError, NetworkError. */
export function useAddStage(): (stage: Pick<Stage, 'name' | 'color' | 'closes'>) => Promise<void> {
  const account = useAccount();
  return async (stage) => {
    const body = { id: uuidv7(), ...stage };
    account.store.putRows('stages', [await account.api('POST /api/stages', { body })]);
  };
}
