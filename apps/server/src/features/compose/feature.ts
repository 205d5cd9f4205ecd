import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PresentMedia } from '../media/public.ts';
import { composeHandlers } from './handlers.ts';

/** First messages to a few contacts, and the history of them. */
export function createComposeFeature(platform: Platform, media: PresentMedia): Feature {
  return { name: 'compose', handlers: composeHandlers(platform, media) };
}
