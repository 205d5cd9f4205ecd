import type { Preferences } from '@parley/contract/types';
import type { AccountKey, KeyValue } from './storage.ts';
import { accountValues } from './storage.ts';
import { createStore } from './store.ts';

export type ShownPreferences = Required<Preferences>;
type Name = keyof Preferences;

/** What users have who chose nothing. */
export const defaultPreferences: ShownPreferences = {
  theme: 'auto',
  density: 'comfortable',
  language: 'auto',
  direction: 'auto',
  enter: 'send',
  undo_send_seconds: 0,
  single_keys: true,
  keys: {},
};
const names = Object.keys(defaultPreferences) as Name[];

const unsentName = 'preferences';
/** The user whose choices this browser shows. Missing: they were made before choices were stored with the user. */
const ownerKey = 'parley:preferences-of';

export type PreferenceParts = {
  device: KeyValue;
  /** The account and user of this tab; null while signed out. */
  user: () => { account: AccountKey; uid: string } | null;
  /** What this browser shows now. */
  shown: () => ShownPreferences;
  show: (change: Preferences) => void;
  /** Resolves also when the server refuses these values for good. @throws when they are to be sent again */
  put: (change: Preferences) => Promise<void>;
  /** Only one tab of the browser sends at a time, so that the last choice arrives last. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  now: () => number;
};

/**
 * Keeps what the user chose the same on all devices. A choice is shown at once, stored on this device until the server
 * has it, and never replaced by an answer to an earlier question.
 */
export function createPreferenceSync({ device, user, shown, show, put, exclusively, now }: PreferenceParts) {
  const chosenAt = new Map<Name, number>();
  const useWaiting = createStore(false);

  const unsentOf = (account: AccountKey): Preferences => {
    const value = accountValues(device, account).read(unsentName);
    return typeof value === 'object' && value !== null ? (value as Preferences) : {};
  };
  const storeUnsent = (account: AccountKey, unsent: Preferences) => {
    const values = accountValues(device, account);
    const some = Object.keys(unsent).length > 0;
    if (some) values.write(unsentName, unsent);
    else values.remove(unsentName);
    useWaiting.set(some);
  };
  const note = (changed: Preferences) => {
    for (const name of Object.keys(changed) as Name[]) chosenAt.set(name, now());
  };

  /** Sends what the server does not have; what fails is sent with the next answer of the server. */
  async function send(): Promise<void> {
    const account = user()?.account;
    if (account === undefined || Object.keys(unsentOf(account)).length === 0) return;
    await exclusively(async () => {
      const sent = unsentOf(account);
      if (Object.keys(sent).length === 0 || user()?.account !== account) return;
      await put(sent);
      // Chosen again meanwhile: that choice is still to be sent.
      const rest = Object.entries(unsentOf(account)).filter(([name, value]) => !isSame(value, sent[name as Name]));
      storeUnsent(account, Object.fromEntries(rest));
      note(sent);
    }).catch(() => undefined);
  }

  return {
    /** Whether choices wait for the server. */
    useWaiting,
    send,
    choose(change: Preferences): void {
      show(change);
      note(change);
      const account = user()?.account;
      if (account === undefined) return;
      storeUnsent(account, { ...unsentOf(account), ...change });
      void send();
    },
    /** @param askedAt when the server was asked, as `now` */
    apply(answer: Preferences, askedAt: number): void {
      const current = user();
      if (current === null) return;
      const owner = device.get(ownerKey);
      const unsent = unsentOf(current.account);
      const before = shown();
      const change: Preferences = {};
      const moved: Preferences = {};
      for (const name of names) {
        if (name in unsent || askedAt <= (chosenAt.get(name) ?? Number.NEGATIVE_INFINITY)) continue;
        const ofOther = owner !== null && owner !== current.uid;
        const wanted = answer[name] ?? (ofOther ? defaultPreferences[name] : undefined);
        if (wanted !== undefined && !isSame(wanted, before[name])) Object.assign(change, { [name]: wanted });
        // Chosen in this browser, and unknown to the server.
        if (wanted === undefined && !isSame(before[name], defaultPreferences[name])) {
          Object.assign(moved, { [name]: before[name] });
        }
      }
      show(change);
      device.set(ownerKey, current.uid);
      storeUnsent(current.account, { ...unsent, ...moved });
      void send();
    },
    /** Another tab stored something. */
    noticeStorage(key: string | null): void {
      const account = user()?.account;
      if (account === undefined || !key?.endsWith(`${account}:${unsentName}`)) return;
      const unsent = unsentOf(account);
      // An answer that this tab asked for before is older than what the other one sent.
      note(Object.keys(unsent).length > 0 ? unsent : defaultPreferences);
      useWaiting.set(Object.keys(unsent).length > 0);
      show(unsent);
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

/** The database orders the names of an object in its own way. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
