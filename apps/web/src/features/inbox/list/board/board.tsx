import { useLingui } from '@lingui/react/macro';
import type { Stage, Thread } from '@parley/contract/types';
import { IconSettings } from '@tabler/icons-react';
import { type Ref, Suspense, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { ChipButton } from '../../../../ui/chip.tsx';
import { EarlyInput } from '../../../../ui/early-input.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { contactName } from '../../../contacts/public.ts';
import { StagesDialog } from '../../../stages/public.ts';
import { useAccess } from '../../../sync/public.ts';
import { useToggleDone } from '../../change/use-change-thread.ts';
import { useMoveThread } from '../../change/use-move-thread.ts';
import styles from './board.module.css';
import { BoardColumn, type ColumnHandle } from './board-column.tsx';
import type { CardChoicesProps, CardList } from './card-choices.tsx';
import { NoStages } from './no-stages.tsx';
import { type BoardProps, useBoard } from './use-board.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useBoardOffset } from './use-board-offset.ts';
import { useCardDrag } from './use-card-drag.tsx';

export type BoardHandle = {
  /** Moves the focus to a conversation's card. */
  focusThread: (id: string) => void;
  moveFocus: (step: 1 | -1) => void;
  /** Acts on the focused card. @returns false where no card has the focus */
  act: (act: CardAct) => boolean;
  /** The conversations of the column that has the focus or the open conversation. */
  threads: () => readonly Thread[] | undefined;
};

const CardChoices = lazyComponent<CardChoicesProps>(() =>
  import('./card-choices.tsx').then((part) => part.CardChoices),
);

export type CardAct = CardList | 'done';

/** The conversations of a view by stage, a column each. */
export function Board(props: BoardProps & { selectedId: string | null; ref?: Ref<BoardHandle> }) {
  const { view, selectedId, ref } = props;
  const { t } = useLingui();
  const { stages, columns, whole, totals } = useBoard(props);
  const { role } = useAccess();
  const [managing, setManaging] = useState(false);
  const [announced, setAnnounced] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const handles = useRef(new Map<string, ColumnHandle>());
  const tabs = useRef<HTMLFieldSetElement>(null);
  const hint = useId();
  const phone = useBelow('md');
  const move = useMoveThread();
  const toggleDone = useToggleDone();
  const [listed, setListed] = useState<{ thread: Thread; list: CardList; key: string; index: number } | null>(null);
  const anchor = useRef<HTMLElement>(null);
  const stageOf = (key: string): Stage | null => stages.find(({ id }) => id === key) ?? null;
  const nameOf = (key: string) => stageOf(key)?.name ?? t`No stage`;
  const drop = (thread: Thread, key: string) => {
    move(thread, stageOf(key));
    setAnnounced(t`${contactName(thread.contact)} moved to ${nameOf(key)}.`);
  };
  const keys = useBoardKeys({
    ...{ columns, handles, drop, nameOf, selectedId },
    announce: setAnnounced,
  });
  const drag = useCardDrag(frame, drop, keys.focusCard);
  const place = useBoardOffset(frame, columns, selectedId !== null);
  useEffect(() => {
    // The chosen tab follows the swipe.
    if (place.shown !== '')
      tabs.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place.shown]);
  useEffect(() => {
    // Beside the conversation there is room for few columns: the one with its card is among them.
    if (selectedId === null) return;
    frame.current
      ?.querySelector(`[data-card="${selectedId}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selectedId]);
  useImperativeHandle(ref, () => ({
    focusThread: (id) =>
      frame.current?.querySelector<HTMLElement>(`[data-card="${id}"] a`)?.focus({ preventScroll: true }),
    moveFocus: keys.moveFocus,
    act: (act) => {
      const card = keys.focused();
      if (card === null) return false;
      anchor.current = frame.current?.querySelector<HTMLElement>(`[data-card="${card.thread.id}"] a`) ?? null;
      if (act !== 'done') setListed({ ...card, list: act });
      else {
        toggleDone(card.thread);
        if (card.thread.state !== 'DONE') keys.focusAgain(card.key, card.index);
      }
      return true;
    },
    threads: () => keys.current()?.threads(),
  }));
  const dialog = (
    <Suspense>
      {managing && <StagesDialog onClose={() => setManaging(false)} />}
      {listed && (
        <Suspense
          fallback={<EarlyInput label={t`Loading`} value="" onChange={() => {}} onClose={() => setListed(null)} />}
        >
          <CardChoices
            thread={listed.thread}
            list={listed.list}
            anchor={anchor}
            onClose={() => {
              setListed(null);
              keys.focusAgain(listed.key, listed.index);
            }}
          />
        </Suspense>
      )}
    </Suspense>
  );
  if (stages.length === 0) {
    return (
      <>
        <NoStages onManage={() => setManaging(true)} />
        {dialog}
      </>
    );
  }
  const manage = role !== 'User' && (
    <ChipButton onClick={() => setManaging(true)}>
      <IconSettings {...smallIcon} />
      {t`Edit stages`}
    </ChipButton>
  );
  return (
    <>
      {phone && (
        <fieldset ref={tabs} className={styles.tabs} aria-label={t`Stages`}>
          {columns.map(({ key }) => (
            <ChipButton
              key={key}
              look={key === place.shown ? 'on' : 'plain'}
              aria-pressed={key === place.shown}
              onClick={() => place.show(key)}
            >
              <bdi>{nameOf(key)}</bdi>
            </ChipButton>
          ))}
          {manage}
        </fieldset>
      )}
      <section
        aria-label={t`Board`}
        data-dragging={drag.carriedId !== null || undefined}
        ref={frame}
        className={styles.board}
        onScroll={place.onScroll}
        onKeyDown={keys.onKeyDown}
        onBlur={keys.onBlur}
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.key}
            ref={(handle) => {
              if (handle === null) handles.current.delete(column.key);
              else handles.current.set(column.key, handle);
            }}
            column={column}
            view={view}
            sort={props.sort}
            clock={props.filter.clock}
            place={JSON.stringify([view, props.sort, props.listFilter, column.key])}
            total={whole ? null : (totals?.get(column.key) ?? (totals && { threads: 0, value: 0 }))}
            selectedId={selectedId}
            target={keys.target === column.key || drag.target === column.key}
            carriedId={keys.carriedId ?? drag.carriedId}
            describedBy={hint}
            onGrab={drag.grab}
            onMove={drop}
          />
        ))}
        {!phone && manage && <div className={styles.manage}>{manage}</div>}
      </section>
      {drag.ghost}
      <p id={hint} hidden>{t`Press Space to move the conversation to another stage, Shift+F10 for its menu.`}</p>
      <p className={styles.announced} aria-live="assertive">
        {announced}
      </p>
      {dialog}
    </>
  );
}
