export { OverviewPage } from './pages/overview-page.tsx';
export { SessionPage } from './pages/session-page.tsx';
export { SyncPage } from './pages/sync-page.tsx';
export { WhatsAppPage } from './pages/whatsapp-page.tsx';
