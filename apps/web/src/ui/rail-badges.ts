import { create } from 'zustand';

export type RailBadge = 'inbox' | 'broadcast' | 'templates';

type RailBadges = Record<RailBadge, number>;

const useBadges = create<RailBadges>(() => ({ inbox: 0, broadcast: 0, templates: 0 }));

/** Sets the number on a rail item: unread threads of mine, running campaigns, newly rejected or paused templates. */
export function setRailBadge(badge: RailBadge, count: number): void {
  useBadges.setState({ [badge]: count });
}

export function useRailBadge(badge: RailBadge): number {
  return useBadges((badges) => badges[badge]);
}
