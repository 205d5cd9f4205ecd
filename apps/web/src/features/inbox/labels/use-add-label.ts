import type { Label } from '@parley/contract/types';
import { uuidv7 } from '../../../platform/id.ts';
import { useAccount } from '../../sync/public.ts';

/** Adds a label. The function throws ApiError, NetworkError. */
export function useAddLabel(): (label: Pick<Label, 'name' | 'color'>) => Promise<Label> {
  const account = useAccount();
  return async (label) => {
    const added = await account.api('POST /api/labels', { body: { id: uuidv7(), ...label } });
    account.store.putRows('labels', [added]);
    return added;
  };
}
