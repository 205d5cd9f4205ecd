export { CampaignPage } from './campaign/campaign-page.tsx';
export { HistoryPage } from './history/history-page.tsx';
