import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { useFindUser } from '../../../sync/public.ts';

/** Names who did something: a member, an API key, nobody. */
export function useActorName(): (actor: string) => string {
  const { t } = useLingui();
  const findUser = useFindUser();
  return useCallback(
    (actor: string) => {
      if (actor === 'anonymous') return t`Not signed in`;
      if (actor === 'system') return t`Parley`;
      if (actor.startsWith('scim:')) return t`SCIM`;
      if (actor.startsWith('api:')) return t`API key ${actor.slice('api:'.length, 'api:'.length + 8)}`;
      return findUser(actor)?.name ?? t`Former member`;
    },
    [t, findUser],
  );
}
