/** Rings, and shows the call that goes on; loaded when the page is idle. */
export const loadCallFollower = () => import('./components/call-follower.tsx').then((module) => module.CallFollower);
