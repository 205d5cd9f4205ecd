import type { AiAction, AiFunction, AiStatus } from '@parley/contract/types';
import { useEffect } from 'react';
import { isMember } from '../../../platform/addresses.ts';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { pageLanguage } from '../../../platform/formats.ts';
import { createStore } from '../../../platform/store.ts';
import { whenIdle } from '../../../platform/when-idle.ts';

/** What the member may use; null until it was asked. */
const status = createStore<AiStatus | null>(null);
const none: readonly AiFunction[] = [];
/** Admins rarely change it; a call that is refused meanwhile says why. */
const freshMs = 60_000;
let askedAt = Number.NEGATIVE_INFINITY;

export async function refreshAiStatus(): Promise<void> {
  askedAt = performance.now();
  status.set(await api('GET /api/ai', {}));
}

/** What of AI is switched on; nothing until the page is idle. */
export function useAiFunctions(): readonly AiFunction[] {
  useAskedStatus();
  return status((value) => value?.functions ?? none);
}

/** Whether something of AI is switched on; null until it was asked. */
export function useAiSwitch(name: AiFunction): boolean | null {
  useAskedStatus();
  return status((value) => value?.functions.includes(name) ?? null);
}

/** Whether recordings can be written down. */
export function useCanTranscribe(): boolean {
  useAskedStatus();
  return status((value) => value?.transcription ?? false);
}

function useAskedStatus(): void {
  useEffect(() => {
    // The gallery shows conversations without a session.
    if (!isMember(session.state()) || performance.now() - askedAt < freshMs) return;
    askedAt = performance.now();
    // Without an answer there are no AI controls, and the next conversation asks again.
    void whenIdle()
      .then(refreshAiStatus)
      .catch(() => {
        askedAt = Number.NEGATIVE_INFINITY;
      });
  });
}

export function hasAgreed(action: AiAction): boolean {
  return status.get()?.consented.includes(action) ?? false;
}

export function useHasAgreed(action: AiAction): boolean {
  return status((value) => value?.consented.includes(action) ?? false);
}

/** Agrees to what was shown. @throws ApiError when the provider was changed meanwhile */
export async function agreeTo(action: AiAction, consentId: string): Promise<void> {
  status.set(await api('PUT /api/ai/consents', { body: { action, consent_id: consentId } }));
}

/** The language of translations and summaries: the one chosen last, else the page's. */
export function aiLanguage(): string {
  return status.get()?.language ?? new Intl.Locale(pageLanguage()).language;
}
