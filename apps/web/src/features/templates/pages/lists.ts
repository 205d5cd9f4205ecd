export { OverviewPage } from './overview-page.tsx';
export { SessionPage } from './session-page.tsx';
export { SyncPage } from './sync-page.tsx';
export { WhatsAppPage } from './whatsapp-page.tsx';
