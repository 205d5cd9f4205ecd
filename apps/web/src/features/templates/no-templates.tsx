import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useServerWords } from '../../ui/request-words.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { fetchTemplates, useMayFetch } from './use-templates.ts';

export type NoTemplatesProps = {
  channelId: string;
  sandbox: boolean;
  /** How many are known that cannot be sent now. */
  known: number;
};

/**
 * Nothing can be sent: says why, and fetches by itself where nothing was fetched yet and this person may do it. What comes
 * is told by the feed.
 */
export function NoTemplates({ channelId, sandbox, known }: NoTemplatesProps) {
  const { t } = useLingui();
  const words = useServerWords();
  const client = useQueryClient();
  const may = useMayFetch();
  const [state, setState] = useState<'idle' | 'fetching' | { error: unknown }>(
    known === 0 && may ? 'fetching' : 'idle',
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
  if (isFetching) return <Skeleton shape="text" label={t`Fetching the templates from WhatsApp`} count={6} />;
  return (
    <EmptyState
      title={t`No template can be sent`}
      actions={may && <Button onClick={() => setState('fetching')}>{t`Fetch templates`}</Button>}
    >
      {typeof state === 'object' ? (
        <span role="alert">{words(state.error)}</span>
      ) : known > 0 ? (
        t`This number has templates, but WhatsApp has approved none of them, or has paused them.`
      ) : may ? (
        t`This number has no templates with WhatsApp. Make one in WhatsApp Manager, then fetch it here.`
      ) : sandbox ? (
        t`The sandbox has a few, which an Admin or Owner has to fetch once: they open this and they come.`
      ) : (
        t`An Admin or Owner has to fetch this number's templates first.`
      )}
    </EmptyState>
  );
}
