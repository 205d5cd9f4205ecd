import { useLingui } from '@lingui/react/macro';
import { IconArrowDown } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Count } from '../../../ui/badge.tsx';
import { icon } from '../../../ui/icon.ts';
import styles from './anchored-list.module.css';

/** Somebody this close to the end reads along and is taken along, pixels. */
const endRoom = 80;
/** Older pages are asked for this far before the top is reached, pixels. */
const topRoom = 600;

export type AnchoredItem = { key: string };
export type AnchoredListHandle = { scrollToEnd: () => void; scrollToKey: (key: string) => void };

export type AnchoredListProps<T extends AnchoredItem> = {
  label: string;
  /** From top to bottom. */
  items: readonly T[];
  children: (item: T, index: number) => ReactElement;
  /** Begins here instead of at the end, where this item is further up than a screen. */
  startKey?: string | null;
  /** Whether an item that comes in at the end is counted for who reads further up. */
  counts: (item: T) => boolean;
  /** Whether an item that comes in at the end takes the reader there: their own words do. */
  pulls: (item: T) => boolean;
  /** The top is near; absent when there is nothing older. */
  onNearTop?: () => void;
  ref?: Ref<AnchoredListHandle>;
};

/**
 * A list that lives at its end: opens there, stays there while more comes in, and does not move under somebody who reads
 * further up, neither when something comes in below nor when older items come in above.
 */
export function AnchoredList<T extends AnchoredItem>(props: AnchoredListProps<T>) {
  const { items, onNearTop } = props;
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [away, setAway] = useState(false);
  const change = useItemsChange(items);
  const missed = useMissed(props, atEnd, change.appended);

  const scrollToEnd = () => {
    // Straight to the end, whatever is measured by then; measuring more comes back here through `onResize`.
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
  };
  useImperativeHandle(props.ref, () => ({
    scrollToEnd,
    scrollToKey: (key) => {
      const index = items.findIndex((item) => item.key === key);
      if (index !== -1) list.current?.scrollToIndex(index, { align: 'center' });
    },
  }));

  useStart(list, items, props.startKey ?? null, atEnd, scrollToEnd);
  const shown = useRef(items);
  useLayoutEffect(() => {
    if (shown.current === items) return;
    shown.current = items;
    if (items.length > 0 && (atEnd.current || change.appended.some(props.pulls))) scrollToEnd();
    // What does not fill the screen cannot be scrolled: the next page comes by itself.
    if (list.current !== null && list.current.scrollSize <= list.current.viewportSize) onNearTop?.();
  });

  const onScroll = (offset: number) => {
    const handle = list.current;
    if (handle === null) return;
    const below = handle.scrollSize - offset - handle.viewportSize;
    atEnd.current = below <= endRoom;
    if (atEnd.current) missed.forget();
    setAway(below > handle.viewportSize / 2);
    if (offset < topRoom) onNearTop?.();
  };

  return (
    <div className={styles.frame}>
      <section ref={scroller} className={styles.scroller} aria-label={props.label} {...reachable} onKeyDown={moveFocus}>
        <div className={styles.room} />
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          as="ol"
          item="li"
          shift={change.prepended}
          data={items as T[]}
          onScroll={onScroll}
          onResize={() => atEnd.current && scrollToEnd()}
        >
          {props.children}
        </Virtualizer>
      </section>
      {(away || missed.count > 0) && <JumpToEnd count={missed.count} onJump={scrollToEnd} />}
    </div>
  );
}

/** What scrolls must be reachable by keyboard (WCAG 2.1.1), whether or not it holds anything to press. */
const reachable = { tabIndex: 0 } as const;

function JumpToEnd({ count, onJump }: { count: number; onJump: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className={styles.jump} onClick={onJump} data-tip={t`To the latest message`}>
      <Count value={count} label={t`${count} new below`} />
      <IconArrowDown {...icon} />
      <span className="visually-hidden">{t`To the latest message`}</span>
    </button>
  );
}

/** Arrow keys go from message to message; Enter goes to the buttons of one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const messages = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message], [data-note]')];
  const current = messages.findIndex((message) => message.contains(document.activeElement));
  if (event.key === 'Enter' && document.activeElement === messages[current]) {
    messages[current]?.querySelector<HTMLElement>('[data-actions] button')?.focus();
    event.preventDefault();
  }
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = current === -1 ? messages.at(-1) : messages[current + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

/** What came in at either end with the last change of the items. */
function useItemsChange<T extends AnchoredItem>(items: readonly T[]): { prepended: boolean; appended: readonly T[] } {
  const [held, setHeld] = useState<{ items: readonly T[]; prepended: boolean; appended: readonly T[] }>({
    items,
    prepended: false,
    appended: [],
  });
  if (held.items === items) return held;
  const next = { items, ...compareItems(held.items, items) };
  setHeld(next);
  return next;
}

function compareItems<T extends AnchoredItem>(
  before: readonly T[],
  after: readonly T[],
): { prepended: boolean; appended: readonly T[] } {
  const known = new Set(before.map(({ key }) => key));
  const lastKnown = after.findLastIndex(({ key }) => known.has(key));
  if (lastKnown === -1) return { prepended: false, appended: [] };
  const firstNew = after.findIndex(({ key }) => !known.has(key));
  // Signs that stand over the whole list (a day, the way further back) keep their keys and stay on top of what came in.
  return {
    prepended: firstNew !== -1 && firstNew <= signsOnTop && firstNew < lastKnown,
    appended: after.slice(lastKnown + 1),
  };
}

/** At most so many items stand above the first message and belong to none. */
const signsOnTop = 3;

/** How many items came in below somebody who reads further up. */
function useMissed<T extends AnchoredItem>(
  props: AnchoredListProps<T>,
  atEnd: { current: boolean },
  appended: readonly T[],
) {
  const [count, setCount] = useState(0);
  const seen = useRef<readonly T[]>(appended);
  useLayoutEffect(() => {
    if (seen.current === appended) return;
    seen.current = appended;
    if (!atEnd.current) setCount((before) => before + appended.filter(props.counts).length);
  });
  return { count, forget: () => setCount(0) };
}

/** Opens at the end, or where reading should begin when that is further up than a screen. */
function useStart(
  list: { current: VirtualizerHandle | null },
  items: readonly AnchoredItem[],
  startKey: string | null,
  atEnd: { current: boolean },
  scrollToEnd: () => void,
) {
  const started = useRef(false);
  useLayoutEffect(() => {
    const handle = list.current;
    if (started.current || items.length === 0 || handle === null) return;
    started.current = true;
    scrollToEnd();
    const start = startKey === null ? -1 : items.findIndex(({ key }) => key === startKey);
    if (start === -1 || items.length - start < 8) return;
    atEnd.current = false;
    handle.scrollToIndex(start, { align: 'start', offset: -24 });
  });
}
