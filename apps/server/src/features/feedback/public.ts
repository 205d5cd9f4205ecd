export { eraseFromReports } from './report-repo.ts';
export { resealWebhookSecrets } from './settings.ts';
