import type { AudienceCheck, AudienceContact } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '../../../../platform/query.tsx';
import { useAccount } from '../../../sync/public.ts';
import { type AudienceGroup, type AudienceQuery, checkAudience, listAudienceRecipients } from '../campaign-queries.ts';
import type { BroadcastDraft } from './draft.ts';
import { hasAudience, trimmed } from './steps.ts';

/** Delay before the audience is counted after the last edit, milliseconds. */
const typingDebounceMs = 400;
/** Delay before the count follows changed contacts and lists, which may change by the thousand. */
const recountDelayMs = 1_500;

const key = (question: AudienceQuery) => ['campaign-audience', JSON.stringify(question)];

/** The request body of an audience check. */
export function audienceQuery(draft: BroadcastDraft): AudienceQuery {
  const { ab_test: test, area, audience, channel_id, exclude, template_id, variables, schedule } = draft;
  const { at, recipient_zone } = schedule;
  return {
    area,
    channel_id,
    template_id,
    audience: trimmed(audience),
    exclude,
    variables,
    ...(test !== null && { ab_test: { template_id: test.template_id, variables: test.variables } }),
    // Other parts of the schedule do not change the answer.
    ...((recipient_zone ?? at) != null && { schedule: { at, recipient_zone } }),
  };
}

export type Counting = {
  /** The answer for the current draft; null while there is none. */
  check: AudienceCheck | null;
  counting: boolean;
  error: unknown;
  /** Counts again. @throws what the call throws */
  recount: () => Promise<AudienceCheck>;
};

/** The current audience count of a draft; answers to earlier requests are dropped. */
export function useAudienceCheck(draft: BroadcastDraft): Counting {
  const { topics } = useAccount().store;
  const question = audienceQuery(draft);
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
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['campaign-audience'] }), recountDelayMs);
    };
    const followed = ['contacts', 'contact_lists', 'connection'] as const;
    const stops = followed.map((topic) => topics.subscribe(topic, soon));
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

/** Some contacts behind a figure of the check. @param limit at most 200 */
export function useAudienceRecipients(
  draft: BroadcastDraft,
  show: AudienceGroup,
  limit: number,
): UseQueryResult<AudienceContact[]> {
  const asked = useRested(JSON.stringify(audienceQuery(draft)));
  return useQuery({
    queryKey: ['campaign-audience', asked, show, limit],
    enabled: hasAudience(draft.audience),
    staleTime: 0,
    queryFn: ({ signal }) => listAudienceRecipients(JSON.parse(asked) as AudienceQuery, show, limit, signal),
  });
}

/** Debounces a value. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), typingDebounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
