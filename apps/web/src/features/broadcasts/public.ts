export { useNewBroadcast } from './create/new-broadcast.ts';

/** The number of running broadcasts in the rail; no words, and nothing to see. */
export const loadRunningBadge = () => import('./running-badge.tsx').then(({ RunningBadge }) => RunningBadge);
