export { useNewBroadcast } from './data/editor/new-broadcast.ts';

/** The number of running broadcasts in the rail; renders nothing. */
export const loadRunningBadge = () => import('./components/running-badge.tsx').then(({ RunningBadge }) => RunningBadge);
