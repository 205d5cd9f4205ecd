import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { toast } from '../../../ui/toast.ts';
import { movedBy } from './session-rules.ts';

const queryKey = ['session-templates', 'favourites'];
const most = 50;
const none: readonly string[] = [];

/** The ids of this member's favourite replies, in their order. */
export function useFavouriteIds(): readonly string[] {
  const { data } = useQuery({
    queryKey,
    staleTime: 30_000,
    queryFn: ({ signal }) => api('GET /api/session-templates/favourites', {}, { signal }),
  });
  return data?.ids ?? none;
}

/** The favourites and what can be done with them; a change is shown at once and taken back when it fails. */
export function useFavourites() {
  const { t } = useLingui();
  const client = useQueryClient();
  const words = useServerErrorMessage();
  const ids = useFavouriteIds();
  const put = async (next: readonly string[]) => {
    if (next === ids) return;
    client.setQueryData(queryKey, { ids: next });
    try {
      await api('PUT /api/session-templates/favourites', { body: { ids: [...next] } });
    } catch (error) {
      client.setQueryData(queryKey, { ids });
      toast({ message: words(error) });
    }
    void client.invalidateQueries({ queryKey });
  };
  return {
    ids,
    toggle: (id: string) => {
      if (ids.includes(id)) return void put(ids.filter((other) => other !== id));
      if (ids.length >= most) return toast({ message: t`You can have ${most} favourites. Remove one first.` });
      void put([...ids, id]);
    },
    move: (id: string, step: -1 | 1) => void put(movedBy(ids, id, step)),
  };
}

export type Favourites = ReturnType<typeof useFavourites>;
