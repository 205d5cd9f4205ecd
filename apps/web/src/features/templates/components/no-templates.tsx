import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { fetchTemplates, useMayFetch } from '../data/use-templates.ts';

export type NoTemplatesProps = {
  channelId: string;
  sandbox: boolean;
  /** The number of known templates that cannot be sent now. */
  knownCount: number;
};

/**
 * No template can be sent: says why, and fetches them automatically if that was never done and the user has the
 * permission. New ones arrive with the feed.
 */
export function NoTemplates({ channelId, sandbox, knownCount }: NoTemplatesProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const client = useQueryClient();
  const may = useMayFetch();
  const [state, setState] = useState<'idle' | 'fetching' | { error: unknown }>(
    knownCount === 0 && may ? 'fetching' : 'idle',
  );
  const isFetching = state === 'fetching';
  useEffect(() => {
    if (!isFetching) return;
    let left = false;
    fetchTemplates(channelId)
      .then(() => client.invalidateQueries({ queryKey: ['templates'] }))
      .then(
        () => left || setState('idle'),
        (error: unknown) => left || setState({ error }),
      );
    return () => {
      left = true;
    };
  }, [channelId, client, isFetching]);
  if (isFetching) return <Skeleton shape="text" label={t`Syncing templates from WhatsApp`} count={6} />;
  return (
    <EmptyState
      title={t`No template can be sent`}
      actions={may && <Button onClick={() => setState('fetching')}>{t`Sync templates`}</Button>}
    >
      {typeof state === 'object' ? (
        <span role="alert">{words(state.error)}</span>
      ) : knownCount > 0 ? (
        t`This number has templates, but none is approved, or they are paused.`
      ) : may ? (
        t`This number has no templates on WhatsApp. Create one in WhatsApp Manager, then sync.`
      ) : sandbox ? (
        t`The sandbox has sample templates. An Admin or Owner has to sync them once.`
      ) : (
        t`An Admin or Owner has to sync this number’s templates first.`
      )}
    </EmptyState>
  );
}
