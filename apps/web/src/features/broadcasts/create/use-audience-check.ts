import type { AudienceCheck, AudiencePerson } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '../../../platform/query.tsx';
import { useAccount } from '../../sync/public.ts';
import { type AudienceQuestion, audiencePeople, checkAudience, type PeopleShown } from '../broadcasts-data.ts';
import type { BroadcastDraft } from './draft.ts';
import { hasAudience, trimmed } from './steps.ts';

/** Typing rests so long before it is asked, milliseconds. */
const restMs = 400;
/** People and lists may change by the thousand: what they mean for the count is asked this much later. */
const changesMs = 1_500;

const key = (question: AudienceQuestion) => ['campaign-audience', JSON.stringify(question)];

/** What the server is asked about a draft. */
export function questionOf(draft: BroadcastDraft): AudienceQuestion {
  const { area, audience, channel_id, exclude, template_id, variables } = draft;
  return { area, channel_id, template_id, audience: trimmed(audience), exclude, variables };
}

export type Counting = {
  /** The answer for exactly what stands in the draft now; null while there is none. */
  check: AudienceCheck | null;
  counting: boolean;
  error: unknown;
  /** Counts anew. @throws what the call throws */
  recount: () => Promise<AudienceCheck>;
};

/** How many people a draft reaches, as of now: never the answer to an earlier question. */
export function useAudienceCheck(draft: BroadcastDraft): Counting {
  const { topics } = useAccount().store;
  const question = questionOf(draft);
  const asked = useRested(JSON.stringify(question));
  const isNow = asked === JSON.stringify(question);
  const isAsked = hasAudience(draft.audience);
  const query = useQuery({
    queryKey: ['campaign-audience', asked],
    enabled: isAsked && isNow,
    staleTime: 0,
    gcTime: 60_000,
    queryFn: ({ signal }) => checkAudience(question, signal),
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['campaign-audience'] }), changesMs);
    };
    const stops = ['contacts', 'contact_lists', 'connection'].map((topic) => topics.subscribe(topic, soon));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [topics]);
  return {
    check: isAsked && isNow && query.data !== undefined ? query.data : null,
    counting: isAsked && (!isNow || query.isFetching) && !(isNow && query.data !== undefined),
    error: isNow && query.isError && query.data === undefined ? query.error : null,
    recount: () =>
      queryClient.fetchQuery({
        queryKey: key(question),
        staleTime: 0,
        queryFn: ({ signal }) => checkAudience(question, signal),
      }),
  };
}

/** Some people behind a figure of the check. @param limit at most 200 */
export function useAudiencePeople(
  draft: BroadcastDraft,
  show: PeopleShown,
  limit: number,
): UseQueryResult<AudiencePerson[]> {
  const asked = useRested(JSON.stringify(questionOf(draft)));
  return useQuery({
    queryKey: ['campaign-audience', asked, show, limit],
    enabled: hasAudience(draft.audience),
    staleTime: 0,
    queryFn: ({ signal }) => audiencePeople(JSON.parse(asked) as AudienceQuestion, show, limit, signal),
  });
}

/** A value once it has not changed for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
