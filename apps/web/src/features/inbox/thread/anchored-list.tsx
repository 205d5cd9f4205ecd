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
import { type AutoScroll, useAutoScroll } from './use-auto-scroll.ts';

/** Older pages are requested this far before the top is reached, pixels. */
const topRoom = 600;

/**
 * A list of at most `few` items is drawn whole at first, and measured in place: otherwise nothing is drawn before the
 * screen is measured, and nothing shown before the items are. `whole` items fill every screen: from then on scrolling
 * decides what is drawn.
 */
const short = { few: 30, whole: 200 } as const;

export type AnchoredItem = { key: string };
export type AnchoredListHandle = { scrollToEnd: () => void; scrollToKey: (key: string) => void };

export type AnchoredListProps<T extends AnchoredItem> = {
  label: string;
  /** From top to bottom. */
  items: readonly T[];
  children: (item: T, index: number) => ReactElement;
  /** Scrolls to this item at first instead of the end, if it is more than a screen above the end. */
  startKey?: string | null;
  /** Whether a new item at the end is counted while the reader is further up. */
  isCounted: (item: T) => boolean;
  /** Whether a new item at the end scrolls the reader there, as their own messages do. */
  scrollsToEnd: (item: T) => boolean;
  /** Called near the top; absent when there is nothing older. */
  onNearTop?: () => void;
  ref?: Ref<AnchoredListHandle>;
};

/**
 * A list anchored at its end: opens there, follows new items, and keeps its position for a reader further up, both when
 * items are added at the end and when older items are added at the top.
 */
export function AnchoredList<T extends AnchoredItem>(props: AnchoredListProps<T>) {
  const { items, onNearTop } = props;
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const following = useAutoScroll(scroller);
  const [away, setAway] = useState(false);
  const change = useItemsChange(items);
  const missed = useMissed(props, following, change.appended);

  const scrollToEnd = () => following.begin();
  useImperativeHandle(props.ref, () => ({
    scrollToEnd,
    scrollToKey: (key) => {
      const index = items.findIndex((item) => item.key === key);
      if (index === -1) return;
      following.on = false;
      list.current?.scrollToIndex(index, { align: 'center' });
    },
  }));

  useStart(list, items, props.startKey ?? null, following);
  const shown = useRef(items);
  useLayoutEffect(() => {
    if (shown.current === items) return;
    shown.current = items;
    if (items.length > 0 && (following.on || change.appended.some(props.scrollsToEnd))) scrollToEnd();
    // Items that do not fill the screen cannot be scrolled: the next page is requested automatically.
    if (list.current !== null && list.current.scrollSize <= list.current.viewportSize) onNearTop?.();
  });

  const onScroll = (offset: number) => {
    const handle = list.current;
    if (handle === null) return;
    const below = following.scrolled();
    if (following.on) missed.forget();
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
          ssrCount={items.length <= short.few ? short.whole : undefined}
          as="ol"
          item="li"
          shift={change.prepended}
          data={items as T[]}
          onScroll={onScroll}
          onResize={() => following.resized()}
        >
          {props.children}
        </Virtualizer>
      </section>
      {(away || missed.count > 0) && <JumpToEnd count={missed.count} onJump={scrollToEnd} />}
    </div>
  );
}

/** Scroll containers must be reachable by keyboard (WCAG 2.1.1), with or without controls inside. */
const reachable = { tabIndex: 0 } as const;

function JumpToEnd({ count, onJump }: { count: number; onJump: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className={styles.jump} onClick={onJump} data-tip={t`Jump to latest message`}>
      <Count value={count} label={t`${count} new below`} />
      <IconArrowDown {...icon} />
      <span className="visually-hidden">{t`Jump to latest message`}</span>
    </button>
  );
}

/** Arrow keys move between messages; Enter moves to a message's buttons. */
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

/** The items added at either end with the last change. */
function useItemsChange<T extends AnchoredItem>(items: readonly T[]): { prepended: boolean; appended: readonly T[] } {
  const [compared, setCompared] = useState<{ items: readonly T[]; prepended: boolean; appended: readonly T[] }>({
    items,
    prepended: false,
    appended: [],
  });
  if (compared.items === items) return compared;
  const next = { items, ...compareItems(compared.items, items) };
  setCompared(next);
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
  // Elements that apply to the whole list (a day, the load button) keep their keys and stay above new items.
  return {
    prepended: firstNew !== -1 && firstNew <= signsOnTop && firstNew < lastKnown,
    appended: after.slice(lastKnown + 1),
  };
}

/** At most this many items above the first message belong to none. */
const signsOnTop = 3;

/** The number of new items below a reader who is further up. */
function useMissed<T extends AnchoredItem>(props: AnchoredListProps<T>, following: AutoScroll, appended: readonly T[]) {
  const [count, setCount] = useState(0);
  const seen = useRef<readonly T[]>(appended);
  useLayoutEffect(() => {
    if (seen.current === appended) return;
    seen.current = appended;
    if (!following.on) setCount((before) => before + appended.filter(props.isCounted).length);
  });
  return { count, forget: () => setCount(0) };
}

/** Scrolls to the end, or to the first item to read, unless it is on the last screen anyway. */
function useStart(
  list: { current: VirtualizerHandle | null },
  items: readonly AnchoredItem[],
  startKey: string | null,
  following: AutoScroll,
) {
  const started = useRef(false);
  useLayoutEffect(() => {
    const handle = list.current;
    if (started.current || items.length === 0 || handle === null) return;
    started.current = true;
    const start = startKey === null ? -1 : items.findIndex(({ key }) => key === startKey);
    if (start === -1) return following.begin();
    following.on = false;
    handle.scrollToIndex(start, { align: 'start', offset: -24 });
  });
}
