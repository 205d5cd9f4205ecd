import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { nameProduct } from './app/document-title.ts';
import { ErrorDetails } from './app/error-page.tsx';
import { followRouter, reportCaughtError } from './app/follow-router.ts';
import { followSession } from './app/follow-session.ts';
import { startSession } from './platform/browser-session.ts';
import { startChunkReload } from './platform/chunk-reload.ts';
import { startDensity } from './platform/density-choice.ts';
import { showLanguage } from './platform/i18n.ts';
import { preferredLanguage } from './platform/language-choice.ts';
import { startTheme } from './platform/theme-choice.ts';
import { whenIdle } from './platform/when-idle.ts';

function start(): void {
  const host = document.getElementById('root');
  if (!host) throw new Error('The page has no #root.');
  startTheme();
  startDensity();
  startChunkReload();
  startSession();
  void whenIdle().then(startLater);
  followRouter();
  followSession();
  // Only the product's name in the title waits for it; an unreachable server is reported by the first call that needs
  // it.
  void nameProduct().catch(() => undefined);
  const root = createRoot(host, { onCaughtError: reportCaughtError });
  const render = () => {
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  };
  const texts = showLanguage(preferredLanguage());
  if (texts === null) render();
  else void texts.then(render);
}

/** What the first screen does not wait for: events for bug reports, and the rest of the error page. */
function startLater(): void {
  void import('./platform/follow-events.ts').then(
    ({ followEvents }) => followEvents(),
    () => undefined,
  );
  void ErrorDetails.preload();
}

// If the start fails, public/early.js shows the error page's texts without any of this code.
start();
