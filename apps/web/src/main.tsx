import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startChunkReload } from './app/chunk-reload.ts';
import { nameProduct } from './app/document-title.ts';
import { followRouter, reportCaughtError } from './app/follow-router.ts';
import { followSession } from './app/follow-session.ts';
import { startSession } from './platform/browser-session.ts';
import { startDensity } from './platform/density-choice.ts';
import { activateLanguage, preferredLanguage } from './platform/i18n.ts';
import { startTheme } from './platform/theme-choice.ts';

async function start(): Promise<void> {
  const host = document.getElementById('root');
  if (!host) throw new Error('The page has no #root.');
  startTheme();
  startDensity();
  startChunkReload();
  startSession();
  followRouter();
  followSession();
  // Only the product's name in the title waits for it; a server that is away is noticed by the first call that matters.
  void nameProduct().catch(() => undefined);
  await activateLanguage(preferredLanguage());
  const root = createRoot(host, { onCaughtError: reportCaughtError });
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// A start that fails is answered by public/early.js, which shows the error page's words without any of this code.
void start();
