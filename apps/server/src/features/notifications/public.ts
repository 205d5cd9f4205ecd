export { tellAutomationPaused } from './automation-paused.ts';
export { summarizePush } from './summary-query.ts';
