// Apart from public.ts, whose parts other pages load.
export { ApiKeysPage } from './pages/api-keys-page.tsx';
