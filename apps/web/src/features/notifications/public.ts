/** Toasts, sound and desktop notifications; loaded when the page is idle. */
export const loadNotificationFollower = () =>
  import('./components/notification-follower.tsx').then((module) => module.NotificationFollower);

/** The list of notifications and their settings. */
export const loadNotificationCentre = () =>
  import('./components/notification-centre.tsx').then((module) => module.NotificationCentre);

/** Plays the sound of notifications once, where sounds are on. */
export const loadSound = () => import('./data/sound-once.ts').then((module) => module.soundOnce);

/** Shows a call that rings outside the page. */
export const loadCallAlert = () => import('./data/call-alert.ts').then((module) => module.alertOfCall);
