import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { useFindUser } from '../../sync/public.ts';

/** The name of an actor, by the specification's rule for authors. */
export function useActorName(): (actor: string) => string {
  const { t } = useLingui();
  const findUser = useFindUser();
  return useCallback(
    (actor) => {
      if (actor === 'ai') return t`AI assistant`;
      if (actor === 'bot' || actor === 'webhook') return t`Bot`;
      return findUser(actor)?.name ?? (actor.startsWith('api') ? actor : '…');
    },
    [findUser, t],
  );
}
