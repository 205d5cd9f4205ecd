import '../styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { startDensity } from '../platform/density-choice.ts';
import { laterTexts, showLanguage } from '../platform/i18n.ts';
import { preferredLanguage } from '../platform/language-choice.ts';
import { startTheme } from '../platform/theme-choice.ts';
import { screenIsUsable } from '../platform/when-idle.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { startTooltips } from '../ui/tooltips.ts';
import { Gallery } from './gallery.tsx';

/**
 * The gallery is a separate page (/gallery.html), outside the route table: every component in every state. `?only=` shows
 * the sections of these ids, separated by commas, `?dir=` sets the direction of text, and `?language=en-XA` makes words longer.
 */
async function start(): Promise<void> {
  const host = document.getElementById('root');
  if (!host) throw new Error('The page has no #root.');
  const options = new URLSearchParams(window.location.search);
  await showLanguage(options.get('language') ?? preferredLanguage());
  await laterTexts();
  const direction = options.get('dir');
  if (direction === 'rtl' || direction === 'ltr') document.documentElement.dir = direction;
  startTheme();
  startDensity();
  startTooltips();
  createRoot(host).render(
    <I18nProvider i18n={i18n}>
      <Gallery only={options.get('only')?.split(',') ?? null} />
      <ToastRegion />
    </I18nProvider>,
  );
  document.documentElement.dataset.app = 'running';
  screenIsUsable();
}

void start();
