import type { Preferences } from '@parley/contract/types';
import { api } from './api.ts';
import { session } from './browser-session.ts';
import { systemClock } from './clock.ts';
import { applyDensity, useDensity } from './density-choice.ts';
import { applyDirection, directionChoice } from './direction-choice.ts';
import { applyEnter, useEnterChoice } from './enter-choice.ts';
import { ApiError } from './errors.ts';
import { directionOf, showLanguage } from './i18n.ts';
import { applyKeyChoices, useKeyChoices } from './key-choices.ts';
import { keepLanguage, languageChoice, preferredLanguage } from './language-choice.ts';
import { createPreferenceSync, type ShownPreferences } from './preference-sync.ts';
import { deviceStorage } from './storage.ts';
import { createStore } from './store.ts';
import { createTabLock } from './tab-lock.ts';
import { applyTheme, useTheme } from './theme-choice.ts';
import { applyUndo, useUndoChoice } from './undo-send.ts';

/* Appearance and keys of the user. Not part of the app's start, which only reads what is stored in this browser. */

const exclusively = createTabLock(navigator.locks, deviceStorage, systemClock);

/** What is shown now, for settings. */
export const usePreferences = createStore(shown());

const sync = createPreferenceSync({
  device: deviceStorage,
  user: () => {
    const state = session.state();
    return state.status === 'signed-out' ? null : { account: state.account, uid: state.claims.uid };
  },
  shown,
  show,
  put: async (body) => {
    try {
      // Leaving the page right after a choice must not cancel it.
      await api('PUT /api/auth/preferences', { body }, { keepalive: true });
    } catch (error) {
      // Values of a newer version of the app: asking again would change nothing.
      if (!(error instanceof ApiError && error.status === 422)) throw error;
    }
  },
  exclusively: (work) => exclusively('parley:preferences', work),
  now: () => performance.now(),
});

export const choosePreferences = sync.choose;
export const applyPreferences = sync.apply;
/** Whether choices of this browser have not reached the server yet. */
export const usePreferencesWaiting = sync.useWaiting;

/** Sends when the device is online again, and follows the other tabs of this browser. @returns stops that */
export function followPreferences(): () => void {
  const online = () => void sync.send();
  const stored = (event: StorageEvent) => sync.noticeStorage(event.key);
  window.addEventListener('online', online);
  window.addEventListener('storage', stored);
  return () => {
    window.removeEventListener('online', online);
    window.removeEventListener('storage', stored);
  };
}

function shown(): ShownPreferences {
  const { singleKeys, keys } = useKeyChoices.get();
  return {
    theme: useTheme.get().choice,
    density: useDensity.get().density,
    language: languageChoice(),
    direction: directionChoice(),
    enter: useEnterChoice.get().choice,
    undo_send_seconds: Number(useUndoChoice.get().choice) as ShownPreferences['undo_send_seconds'],
    single_keys: singleKeys,
    keys,
  };
}

function show(change: Preferences): void {
  const { theme, density, language, direction, enter, undo_send_seconds: seconds } = change;
  if (theme !== undefined) applyTheme(theme);
  if (density !== undefined) applyDensity(density);
  if (language !== undefined) {
    keepLanguage(language);
    void showLanguage(preferredLanguage());
  }
  if (direction !== undefined) applyDirection(direction, directionOf());
  if (enter !== undefined) applyEnter(enter);
  if (seconds !== undefined) applyUndo(`${seconds}`);
  if (change.single_keys !== undefined || change.keys !== undefined) {
    const { singleKeys, keys } = useKeyChoices.get();
    applyKeyChoices({ singleKeys: change.single_keys ?? singleKeys, keys: change.keys ?? keys });
  }
  usePreferences.set(shown());
}
