import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { useNow } from '../../../platform/use-now.ts';
import { whenIdle } from '../../../platform/when-idle.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { useAssistantOf } from '../../answering/public.ts';
import { contactName } from '../../contacts/public.ts';
import {
  useAccount,
  useDraft,
  useFindGroup,
  useFindUser,
  useMentioned,
  useOutboxOf,
  usePresent,
  useRows,
} from '../../sync/public.ts';
import { withoutContact } from '../thread/use-contact-panel.ts';
import type { InboxView } from './filters/views.ts';
import type { ListFingerProps } from './list-finger.tsx';
import styles from './thread-list.module.css';
import { ThreadRow, type ThreadRowProps } from './thread-row.tsx';

/** Height of a row, pixels (`--row`). */
const rowHeight = 72;
/** The next page is requested this many rows before the end. */
const rowsAhead = 12;

const ListFinger = lazyComponent<ListFingerProps>(
  async () => (await whenIdle().then(() => import('./list-finger.tsx'))).ListFinger,
  { fallback: null, optional: true },
);

export type ThreadListHandle = {
  moveFocus: (step: 1 | -1) => void;
  focusThread: (id: string) => void;
  focusedId: () => string | null;
};

export type ThreadListProps = {
  threads: readonly Thread[];
  selectedId: string | null;
  view: InboxView;
  /** Shown in rows instead of the last message, by thread. */
  instead?: ReadonlyMap<string, NonNullable<ThreadRowProps['instead']>>;
  /** The key of the filter; another filter starts at the top. */
  filter: string;
  /** Called near the end of the loaded rows; absent when there is nothing more. */
  onNearEnd?: () => void;
  /** The chosen rows; absent where rows have no checkboxes. */
  checked?: ReadonlySet<string> | undefined;
  /** `range` chooses everything since the row chosen last. */
  onCheck?: (id: string, range: boolean) => void;
  /** Reads the list again, when it is pulled down. @returns whether it could */
  onRefresh?: (() => Promise<boolean>) | undefined;
  /** Below the last row: how much was searched, or loading more. */
  foot?: ReactNode;
  /** Below that, over the whole width. */
  after?: ReactNode;
  ref?: Ref<ThreadListHandle>;
};

/** The scroll position of each view, restored when returning from a thread. */
const offsets = new Map<string, number>();

type Line = Thread | 'foot' | 'after';

/** The list of conversations; only rows near the visible area are rendered. */
export function ThreadList(props: ThreadListProps) {
  const { threads, view, selectedId, onNearEnd, foot, after } = props;
  const list = useRef<VirtualizerHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const place = `${view} ${props.filter}`;
  useStoredOffset(list, place);
  const moveFocus = (step: 1 | -1) => {
    const focused = frame.current?.querySelector('[data-index]:has(:focus)');
    const from = focused
      ? Number(focused.getAttribute('data-index'))
      : threads.findIndex(({ id }) => id === selectedId);
    focusRow(frame, list, Math.max(0, Math.min(threads.length - 1, from + step)));
  };
  const latest = useRef(moveFocus);
  useEffect(() => {
    latest.current = moveFocus;
  });
  // The same function on every render, or each would render all rows.
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step === null || event.altKey) return;
    event.preventDefault();
    latest.current(step);
  }, []);
  useImperativeHandle(props.ref, () => ({
    focusedId: () => {
      const at = frame.current?.querySelector('[data-index]:has(:focus)')?.getAttribute('data-index');
      return at == null ? null : (threads[Number(at)]?.id ?? null);
    },
    focusThread: (id) => {
      const at = threads.findIndex((thread) => thread.id === id);
      if (at !== -1) focusRow(frame, list, at);
    },
    moveFocus,
  }));
  const lines = useMemo<readonly Line[]>(
    () => [...threads, ...(foot ? ['foot' as const] : []), ...(after ? ['after' as const] : [])],
    [threads, foot, after],
  );

  // One stop of the Tab key, as in every list of the field: arrows, J and K move on.
  const stopAt = Math.max(
    0,
    threads.findIndex(({ id }) => id === selectedId),
  );
  const onScroll = (offset: number) => {
    offsets.set(place, offset);
    const handle = list.current;
    if (handle === null) return;
    if (handle.scrollSize - offset - handle.viewportSize < rowsAhead * rowHeight) onNearEnd?.();
  };
  // A short list is at its end without scrolling.
  useEffect(() => {
    const handle = list.current;
    const rows = threads.length * rowHeight;
    if (handle !== null && rows <= handle.viewportSize + rowsAhead * rowHeight) onNearEnd?.();
  }, [threads.length, onNearEnd]);

  const touch = useMedia('(any-pointer: coarse)');

  return (
    <div ref={frame} className={styles.scroll}>
      {touch && !props.checked && <ListFinger frame={frame} threads={threads} onRefresh={props.onRefresh} />}
      <Virtualizer
        ref={list}
        as="ul"
        item="li"
        data={lines as Line[]}
        itemSize={rowHeight}
        onScroll={onScroll}
        keepMounted={[stopAt]}
      >
        {(line, index) =>
          line === 'foot' || line === 'after' ? (
            <div key={line} className={line === 'foot' ? styles.foot : undefined}>
              {line === 'foot' ? foot : after}
            </div>
          ) : (
            <div
              key={line.id}
              data-index={index}
              data-row={line.id}
              className={props.checked ? styles.choosing : undefined}
            >
              {props.checked && <RowCheck thread={line} checked={props.checked.has(line.id)} onCheck={props.onCheck} />}
              <RowLink
                thread={line}
                view={view}
                selected={line.id === selectedId}
                stop={index === stopAt}
                onKeyDown={onKeyDown}
                instead={props.instead?.get(line.id)}
              />
            </div>
          )
        }
      </Virtualizer>
    </div>
  );
}

function RowCheck({
  thread,
  checked,
  onCheck,
}: {
  thread: Thread;
  checked: boolean;
  onCheck: ThreadListProps['onCheck'];
}) {
  const { t } = useLingui();
  return (
    <span className={styles.check}>
      <Checkbox
        aria-label={t`Select ${contactName(thread.contact)}`}
        checked={checked}
        onChange={(event) => onCheck?.(thread.id, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </span>
  );
}

function focusRow(
  frame: { current: HTMLElement | null },
  list: { current: VirtualizerHandle | null },
  index: number,
): void {
  list.current?.scrollToIndex(index, { align: 'nearest' });
  const focus = () =>
    frame.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus({ preventScroll: true });
  focus();
  // A row outside the visible area is rendered some frames later.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

const noLabels: [] = [];

type RowLinkProps = Pick<ThreadRowProps, 'thread' | 'selected' | 'instead'> & {
  view: InboxView;
  /** The row that the Tab key reaches; all of them where they are cards. */
  stop?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** On a card, which has the labels itself: the id of a text that says what else can be done with it. */
  describedBy?: string;
};

/** A conversation as a row that opens it. */
export const RowLink = memo(function RowLink(props: RowLinkProps) {
  const { thread, view, selected, stop = true, instead, onKeyDown, describedBy } = props;
  const account = useAccount();
  const findUser = useFindUser();
  const findGroup = useFindGroup();
  const channels = useRows('channels');
  const waiting = useOutboxOf(thread.id);
  const draft = useDraft(thread.id);
  const mentioned = useMentioned()?.has(thread.id);
  const [other] = usePresent(thread.id);
  const user = other && findUser(other.userId);
  const present = useMemo(() => user && { user, typing: other?.typing ?? false }, [user, other?.typing]);
  const assistant = useAssistantOf(thread);
  const nowMs = useNow();
  const labels = useRows('labels');
  const place = channels.findIndex((channel) => channel.id === thread.channel_id);
  const texts = useMemo(() => waiting.filter((entry) => entry.body.type === 'text'), [waiting]);
  return (
    <Link
      to="/inbox/$thread_id"
      params={{ thread_id: thread.id }}
      // The view stays in the URL when the thread changes.
      search={withoutContact}
      className={styles.link}
      onKeyDown={onKeyDown}
      tabIndex={stop ? undefined : -1}
      aria-current={selected ? 'true' : undefined}
      aria-describedby={describedBy}
      activeProps={{}}
      preload={false}
    >
      <ThreadRow
        thread={thread}
        uid={account.store.uid}
        findUser={findUser}
        findGroup={findGroup}
        channel={channels[place]}
        channelPlace={channels.length > 1 && place !== -1 ? place : null}
        nowMs={nowMs}
        labels={describedBy === undefined ? labels : noLabels}
        selected={selected}
        assistant={assistant}
        hideAssignee={view === 'mine'}
        waiting={texts.at(-1)}
        draft={draft}
        mentioned={mentioned}
        present={present}
        instead={instead}
      />
    </Link>
  );
});

function useStoredOffset(list: { current: VirtualizerHandle | null }, place: string): void {
  const isNew = useRef(true);
  useLayoutEffect(() => {
    const saved = offsets.get(place);
    // A new list is at its top: setting it would force a layout before its first paint.
    if (saved !== undefined || !isNew.current) list.current?.scrollTo(saved ?? 0);
    isNew.current = false;
  }, [list, place]);
}

/** The skeleton of rows, before anything is loaded. */
export function ThreadListSkeleton() {
  const { t } = useLingui();
  return (
    <div className={styles.skeleton} role="status" aria-label={t`Loading conversations`}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
        <div key={name}>
          <i />
          <b />
          <b />
        </div>
      ))}
    </div>
  );
}
