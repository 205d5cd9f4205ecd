import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useRatings } from '../data/use-ratings.ts';
import { RatingList } from './rating-list.tsx';

const fewRatings = 5;

/** What the customer of a conversation answered, newest first; nothing without ratings. */
export function ContactRatings({ threadId, version, children }: ContactRatingsProps) {
  const { t } = useLingui();
  // The version of the conversation changes with every message, so a new answer is shown.
  const { data } = useRatings({ thread_id: threadId }, fewRatings, version);
  const ratings = data?.pages[0]?.data ?? [];
  return ratings.length === 0 ? null : children(t`Ratings`, <RatingList ratings={ratings} linked={false} />);
}

type ContactRatingsProps = {
  threadId: string;
  /** Of what was last known about the conversation. */
  version: string;
  children: (title: string, list: ReactNode) => ReactNode;
};
