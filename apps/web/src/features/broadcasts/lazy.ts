export { CampaignPage } from './pages/campaign-page.tsx';
export { HistoryPage } from './pages/history-page.tsx';
