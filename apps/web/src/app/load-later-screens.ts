/** The list of later screens: a file of its own, loaded when the browser is idle. */
export const loadLaterScreens = () => import('./later-screens.ts').then((module) => module.laterScreens);
