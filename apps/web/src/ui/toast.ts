import { type Clock, systemClock } from '../platform/clock.ts';

/** How long a toast stays, in milliseconds, not counting the time it is hovered, focused or the page is hidden. */
export const toastMs = 6000;
/** How many past ones the recent activity keeps. */
const activityLength = 50;

export type ToastAction = {
  label: string;
  run: () => void;
  /** False for what takes nothing back (Open, Reconnect): Ctrl+Z leaves it alone. */
  undoes?: boolean;
};

export type ToastMessage = {
  message: string;
  /** Acts rather than dismisses (Undo); using it closes the toast. */
  action?: ToastAction;
  /** Equal ones that come while one is shown become one: `words` says it for their number. */
  merge?: { key: string; words: (count: number) => string };
};

/** A toast that is or was shown. */
export type Activity = {
  id: number;
  message: string;
  /** When the last of those merged into it came, in milliseconds since 1970. */
  at: number;
  count: number;
  action: { label: string; undoes: boolean } | null;
  /** Its action was used. */
  acted: boolean;
};

type Entry = Activity & { mergeKey: string | null; runs: (() => void)[] };

/**
 * One toast at a time: a newer one takes the place of the older, which stays in the recent activity with its action. A
 * click on it does nothing.
 */
export function createToasts(clock: Clock) {
  const listeners = new Set<() => void>();
  let activity: readonly Entry[] = [];
  let shownId: number | null = null;
  let nextId = 1;
  let timer: number | null = null;
  let leftMs = 0;
  let startedAt = 0;

  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const current = (): Activity | null => activity.find(({ id }) => id === shownId) ?? null;
  const stop = () => {
    if (timer !== null) clock.clearTimer(timer);
    timer = null;
  };
  const close = () => {
    stop();
    if (shownId === null) return;
    shownId = null;
    tell();
  };
  const run = () => {
    if (shownId === null || timer !== null) return;
    startedAt = clock.now();
    timer = clock.setTimer(close, leftMs);
  };
  const act = (id: number) => {
    const entry = activity.find((one) => one.id === id);
    if (!entry?.action || entry.acted) return;
    activity = activity.map((one) => (one.id === id ? { ...one, acted: true } : one));
    if (shownId === id) close();
    else tell();
    // What was done last is taken back first.
    for (const each of entry.runs.toReversed()) each();
  };
  return {
    current,
    /** Everything that was said, the newest first. */
    activity: (): readonly Activity[] => activity,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show({ message, action, merge }: ToastMessage): void {
      stop();
      const shown = activity.find(({ id }) => id === shownId);
      const joins = merge !== undefined && shown?.mergeKey === merge.key && !shown.acted ? shown : null;
      const count = (joins?.count ?? 0) + 1;
      const entry: Entry = {
        id: joins?.id ?? nextId++,
        message: joins && merge ? merge.words(count) : message,
        at: clock.now(),
        count,
        action: action ? { label: action.label, undoes: action.undoes !== false } : null,
        acted: false,
        mergeKey: merge?.key ?? null,
        runs: [...(joins?.runs ?? []), ...(action ? [action.run] : [])],
      };
      activity = [entry, ...activity.filter(({ id }) => id !== entry.id)].slice(0, activityLength);
      shownId = entry.id;
      leftMs = toastMs;
      tell();
      run();
    },
    /** Stops the time while somebody looks at it or nobody can. */
    pause(): void {
      if (timer === null) return;
      stop();
      leftMs = Math.max(0, leftMs - (clock.now() - startedAt));
    },
    resume: run,
    close,
    /** Uses the action of a toast, shown or past; once. */
    act,
    /** Takes back what was done last. @returns whether there was anything */
    undoLast(): boolean {
      const last = activity.find(({ action, acted }) => action?.undoes && !acted);
      if (last === undefined) return false;
      act(last.id);
      return true;
    },
    /** Forgets everything: the account it spoke of is gone. */
    clear(): void {
      close();
      activity = [];
      tell();
    },
  };
}

export const toasts = createToasts(systemClock);

/** Shows a message at the bottom for 6 seconds, in place of the one shown before. */
export function toast(message: ToastMessage): void {
  toasts.show(message);
}
