import { prepareDataFolder } from './server.ts';

/** Playwright runs this once before a run, and what it returns once after it. */
export default prepareDataFolder;
