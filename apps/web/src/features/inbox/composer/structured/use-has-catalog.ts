import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../sync/public.ts';

/** As long as the server knows it. */
const freshMs = 5 * 60_000;

/** Whether a catalogue is connected to a channel; false until that is known. @param asked whether it may have one */
export function useHasCatalog(channelId: string, asked: boolean): boolean {
  const account = useAccount();
  const { data } = useQuery({
    queryKey: ['channel-catalog', channelId],
    queryFn: async ({ signal }) =>
      (await account.api('GET /api/channels/{id}/catalog', { params: { id: channelId } }, { signal })).state,
    enabled: asked,
    staleTime: freshMs,
    retry: false,
    // The menu does without.
    throwOnError: false,
  });
  return data === 'connected';
}
