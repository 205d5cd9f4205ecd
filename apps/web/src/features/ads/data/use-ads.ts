import type { Ad } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../sync/public.ts';

/** Ads and posts that customers came from; none while they are read. Inside a QueryScope. */
export function useAds(): readonly Ad[] {
  const account = useAccount();
  const { data } = useQuery({ queryKey: ['ads'], queryFn: () => account.api('GET /api/ads', {}) });
  return data?.data ?? [];
}
