export { eraseFromReports } from './report-repo.ts';
export { resealFeedbackSecrets } from './settings.ts';
