import { useLingui } from '@lingui/react/macro';
import type { ThreadClock, ThreadSort } from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import { type PointerEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { ColorEdge } from '../../../../ui/color-edge.tsx';
import { useStages, useValueText } from '../../../stages/public.ts';
import type { InboxView } from '../filters/views.ts';
import { LoadMore } from '../load-more.tsx';
import { useColumn } from '../use-thread-selection.ts';
import styles from './board.module.css';
import { BoardCard } from './board-card.tsx';
import type { Column, Total } from './use-board.ts';

/** Height of a card with its gap, pixels. */
const cardHeight = 124;
/** The next page is requested this many cards before the end. */
const cardsAhead = 8;

export type ColumnHandle = {
  threads: () => readonly Thread[];
  /** Moves the focus to a card, and shows it. */
  focus: (index: number) => void;
};

type BoardColumnProps = {
  column: Column;
  view: InboxView;
  sort: ThreadSort;
  clock: ThreadClock;
  /** The key of its scroll position. */
  place: string;
  /** As the server counts it; null where this device has all of it, or the server has not answered. */
  total: Total | null;
  selectedId: string | null;
  /** A card would be dropped here. */
  target: boolean;
  carriedId: string | null;
  describedBy: string;
  onGrab: (event: PointerEvent<HTMLElement>, thread: Thread) => void;
  onMove: (thread: Thread, key: string) => void;
  ref?: Ref<ColumnHandle>;
};

/** The scroll position of each column, restored when returning from a conversation. */
const offsets = new Map<string, number>();

/** A stage with its conversations; only cards near the visible area are rendered. */
export function BoardColumn(props: BoardColumnProps) {
  const { column, total, place } = props;
  const { t } = useLingui();
  const stages = useStages();
  const valueText = useValueText();
  const pages = useColumn(column.conditions, props.sort, props.clock);
  const { threads, complete, readMore, state } = pages;
  const list = useRef<VirtualizerHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle(props.ref, () => ({
    threads: () => threads,
    focus: (index) => {
      list.current?.scrollToIndex(index, { align: 'nearest' });
      const link = () => frame.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
      const first = link();
      first?.focus({ preventScroll: true });
      const again = () => {
        const focused = document.activeElement;
        // Not back from where the next key led meanwhile.
        if (first == null || focused === first || focused === document.body) link()?.focus({ preventScroll: true });
      };
      // A card outside the visible area is rendered some frames later.
      requestAnimationFrame(() => requestAnimationFrame(again));
    },
  }));
  const filled = threads.length > 0;
  const away = props.selectedId !== null;
  useLayoutEffect(() => {
    const saved = offsets.get(place);
    // Also when the board is shown again.
    if (!away && filled && saved !== undefined) list.current?.scrollTo(saved);
  }, [place, filled, away]);
  const wantMore = !complete && state !== 'failed';
  const onScroll = (offset: number) => {
    const handle = list.current;
    // Hidden it is nowhere.
    if (handle === null || handle.viewportSize === 0) return;
    offsets.set(place, offset);
    if (!wantMore) return;
    if (handle.scrollSize - offset - handle.viewportSize < cardsAhead * cardHeight) readMore();
  };
  // A short column is at its end without scrolling.
  useEffect(() => {
    const handle = list.current;
    const short = handle !== null && threads.length * cardHeight <= handle.viewportSize + cardsAhead * cardHeight;
    if (short && wantMore) readMore();
  }, [threads.length, wantMore, readMore]);
  const name = column.stage?.name ?? t`No stage`;
  const sum = total?.value ?? threads.reduce((value, thread) => value + (thread.value ?? 0), 0);
  const known = total !== null || complete;
  const count = total?.threads ?? threads.length;
  return (
    <section
      className={styles.column}
      aria-label={name}
      data-stage={column.key}
      data-target={props.target || undefined}
    >
      <header className={styles.head}>
        <ColorEdge color={column.stage?.color ?? 'grey'} />
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        {known && (
          <span className={styles.count}>
            {count}
            <span className="visually-hidden"> {count === 1 ? t`conversation` : t`conversations`}</span>
          </span>
        )}
        {known && sum > 0 && <span className={styles.sum}>{valueText(sum)}</span>}
      </header>
      <div ref={frame} className={styles.cards}>
        {filled ? (
          <Virtualizer
            ref={list}
            as="ul"
            item="li"
            data={threads as Thread[]}
            itemSize={cardHeight}
            onScroll={onScroll}
          >
            {(thread, index) => (
              <BoardCard
                key={thread.id}
                thread={thread}
                index={index}
                view={props.view}
                stages={stages}
                selected={thread.id === props.selectedId}
                carried={thread.id === props.carriedId}
                describedBy={props.describedBy}
                onGrab={props.onGrab}
                onMove={props.onMove}
              />
            )}
          </Virtualizer>
        ) : (
          <p className={styles.none}>{pages.started ? t`No conversations` : t`Loading…`}</p>
        )}
        <p className={styles.none}>
          <LoadMore pages={pages} searching={false} />
        </p>
      </div>
    </section>
  );
}
