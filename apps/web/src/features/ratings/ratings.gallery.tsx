import { useLingui } from '@lingui/react/macro';
import type { Rating } from '@parley/contract/types';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { RatingList } from './components/rating-list.tsx';

const rating = (id: string, score: number, comment: string | null): Rating => ({
  ...{ id, thread_id: id, channel_id: id, score, scale: 5, comment, member_id: 'a' },
  contact: { name: 'Amara Okafor', phone_number: '447700900001', username: null },
  answered_at: '2026-11-15T10:12:00.000Z',
});
const samples = [
  rating('a', 5, null),
  rating('b', 2, 'The bell was loose again after a week, and nobody called back as promised.'),
];

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  const names = new Map([['a', 'Mateo Ruiz']]);
  return [
    {
      id: 'ratings-list',
      title: t`Ratings with comments`,
      states: <RatingList ratings={samples} names={names} linked={false} />,
    },
  ];
}
