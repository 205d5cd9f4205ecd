import { type Clock, systemClock } from '../platform/clock.ts';
import { createStore } from '../platform/store.ts';

/** How long a toast stays, in milliseconds, not counting the time it is hovered, focused or the page is hidden. */
export const toastMs = 6000;
/** How many past toasts the recent activity keeps. */
const activityLength = 50;

export type ToastAction = {
  label: string;
  run: () => void;
  /** False for actions that undo nothing (Open, Reconnect): Ctrl+Z skips them. */
  undoes?: boolean;
};

export type ToastMessage = {
  message: string;
  /** An action instead of a dismissal (Undo); using it closes the toast. */
  action?: ToastAction;
  /** What else can be done while it is shown; the first action stays in the recent activity. */
  also?: { label: string; run: () => void } | undefined;
  /** Equal toasts that arrive while one is shown are merged: `words` is the text for their number. */
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
  /** The words of the second action. */
  also: string | null;
  /** Its action was used. */
  acted: boolean;
};

type Entry = Activity & { mergeKey: string | null; runs: (() => void)[]; runAlso: (() => void) | undefined };

/**
 * One toast at a time: a newer one replaces the older, which stays in the recent activity with its action. A click on
 * it does nothing.
 */
export function createToasts(clock: Clock) {
  const store = createStore<{ activity: readonly Entry[]; shownId: number | null }>({ activity: [], shownId: null });
  let nextId = 1;
  let timer: number | null = null;
  let leftMs = 0;
  let startedAt = 0;

  const find = (id: number | null) => store.get().activity.find((entry) => entry.id === id);
  const current = (): Activity | null => find(store.get().shownId) ?? null;
  const stop = () => {
    if (timer !== null) clock.clearTimer(timer);
    timer = null;
  };
  const close = () => {
    stop();
    if (store.get().shownId !== null) store.set({ ...store.get(), shownId: null });
  };
  const run = () => {
    if (store.get().shownId === null || timer !== null) return;
    startedAt = clock.now();
    timer = clock.setTimer(close, leftMs);
  };
  const act = (id: number) => {
    const entry = find(id);
    if (!entry?.action || entry.acted) return;
    const { activity, shownId } = store.get();
    if (shownId === id) stop();
    store.set({
      activity: activity.map((one) => (one.id === id ? { ...one, acted: true } : one)),
      shownId: shownId === id ? null : shownId,
    });
    // In reverse order.
    for (const each of entry.runs.toReversed()) each();
  };
  return {
    current,
    /** All past toasts, newest first. */
    activity: (): readonly Activity[] => store.get().activity,
    subscribe: store.subscribe,
    show({ message, action, also, merge }: ToastMessage): void {
      stop();
      const { activity, shownId } = store.get();
      const shown = find(shownId);
      const joins = merge !== undefined && shown?.mergeKey === merge.key && !shown.acted ? shown : null;
      const count = (joins?.count ?? 0) + 1;
      const entry: Entry = {
        id: joins?.id ?? nextId++,
        message: joins && merge ? merge.words(count) : message,
        at: clock.now(),
        count,
        action: action ? { label: action.label, undoes: action.undoes !== false } : null,
        also: also?.label ?? null,
        acted: false,
        runAlso: also?.run,
        mergeKey: merge?.key ?? null,
        runs: [...(joins?.runs ?? []), ...(action ? [action.run] : [])],
      };
      leftMs = toastMs;
      store.set({
        activity: [entry, ...activity.filter(({ id }) => id !== entry.id)].slice(0, activityLength),
        shownId: entry.id,
      });
      run();
    },
    /** Stops the timer while the toast is hovered or the page is hidden. */
    pause(): void {
      if (timer === null) return;
      stop();
      leftMs = Math.max(0, leftMs - (clock.now() - startedAt));
    },
    resume: run,
    close,
    /** Uses the action of a toast, shown or past; once. */
    act,
    /** Uses the second action of the toast that is shown. */
    actAlso(): void {
      const shown = find(store.get().shownId);
      close();
      shown?.runAlso?.();
    },
    /** Undoes the latest action. @returns whether there was one */
    undoLast(): boolean {
      const last = store.get().activity.find(({ action, acted }) => action?.undoes && !acted);
      if (last === undefined) return false;
      act(last.id);
      return true;
    },
    /** Clears everything: its account is not open any more. */
    clear(): void {
      stop();
      store.set({ activity: [], shownId: null });
    },
  };
}

export const toasts = createToasts(systemClock);

/** Shows a message at the bottom for 6 seconds, replacing the previous one. */
export function toast(message: ToastMessage): void {
  toasts.show(message);
}
