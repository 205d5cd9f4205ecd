import type { AudiencePerson } from '@parley/contract/types';
import { useState } from 'react';
import { hasAudience } from './steps.ts';
import { useAudiencePeople } from './use-audience-check.ts';
import type { Broadcast } from './use-broadcast.ts';

/** So many are gone through on the phone. */
const mostPreviewed = 20;

export type People = {
  /** Whose message is shown; null while nobody is known. */
  person: AudiencePerson | null;
  /** Place among those that are previewed, from 1. */
  place: number;
  /** How many are gone through, and how many there are. */
  count: number;
  whole: number;
  next: () => void;
  previous: () => void;
};

/** Some of the audience, to see what they get; whoever lacks a value first. */
export function usePeople({ state, troubles, counting }: Broadcast): People {
  const [at, setAt] = useState(0);
  const missing = troubles.find((trouble) => trouble.kind === 'missing');
  const show = missing !== undefined && 'key' in missing ? { missing: missing.key } : { receiving: true as const };
  const { data } = useAudiencePeople(state.draft, show, mostPreviewed);
  const people = hasAudience(state.draft.audience) ? (data ?? []) : [];
  const count = people.length;
  const place = count === 0 ? 0 : at % count;
  const step = (by: number) => () => setAt(count === 0 ? 0 : (place + by + count) % count);
  const all = missing !== undefined && 'count' in missing ? missing.count : (counting.check?.will_receive ?? 0);
  const whole = Math.max(all, count);
  return { person: people[place] ?? null, place: place + 1, count, whole, next: step(1), previous: step(-1) };
}
