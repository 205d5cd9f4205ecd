import type { AudienceContact } from '@parley/contract/types';
import { useState } from 'react';
import { hasAudience } from './steps.ts';
import { useAudienceRecipients } from './use-audience-check.ts';
import type { Broadcast } from './use-broadcast.ts';

/** How many contacts the phone preview shows. */
const maxPreviewed = 20;

export type PreviewContacts = {
  /** The contact whose message is shown; null when there is none. */
  contact: AudienceContact | null;
  /** Position among the previewed contacts, from 1. */
  index: number;
  /** How many are previewed, and how many there are. */
  count: number;
  whole: number;
  next: () => void;
  previous: () => void;
};

/** Some contacts of the audience for the preview; those with missing values first. */
export function usePreviewContacts({ state, problems, counting }: Broadcast): PreviewContacts {
  const [at, setAt] = useState(0);
  const missing = problems.find((problem) => problem.kind === 'missing');
  const show = missing !== undefined && 'key' in missing ? { missing: missing.key } : { receiving: true as const };
  const { data } = useAudienceRecipients(state.draft, show, maxPreviewed);
  const previewContacts = hasAudience(state.draft.audience) ? (data ?? []) : [];
  const count = previewContacts.length;
  const index = count === 0 ? 0 : at % count;
  const step = (by: number) => () => setAt(count === 0 ? 0 : (index + by + count) % count);
  const all = missing !== undefined && 'count' in missing ? missing.count : (counting.check?.will_receive ?? 0);
  const whole = Math.max(all, count);
  return { contact: previewContacts[index] ?? null, index: index + 1, count, whole, next: step(1), previous: step(-1) };
}
