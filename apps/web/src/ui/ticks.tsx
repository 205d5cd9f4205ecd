import { useLingui } from '@lingui/react/macro';
import type { MessageStatus, SendState } from '@parley/contract/types';
import { IconAlertCircle, IconBan, IconHelpCircle, IconMicrophone } from '@tabler/icons-react';
import { type TickState, tickStateOf } from './tick-state.ts';
import styles from './ticks.module.css';

export type TicksProps = { status: MessageStatus; sendState: SendState | null };

/**
 * Clock, one tick, two, two bold blue, blue microphone, red circle, question mark, crossed circle: the shape tells them apart, color
 * helps.
 */
export function Ticks({ status, sendState }: TicksProps) {
  const state = tickStateOf(status, sendState);
  const words = useTickLabel()(state);
  return (
    <span className={styles.ticks} role="img" aria-label={words} data-tip={words}>
      <TickShape state={state} />
    </span>
  );
}

function TickShape({ state }: { state: TickState }) {
  if (state === 'failed') return <IconAlertCircle className={styles.failed} size={15} stroke={2} />;
  if (state === 'discarded') return <IconBan className={styles.unknown} size={15} stroke={2} />;
  if (state === 'unknown') return <IconHelpCircle className={styles.unknown} size={15} stroke={2} />;
  if (state === 'played') return <IconMicrophone className={styles.played} size={15} stroke={2} />;
  return (
    <svg className={state === 'read' ? styles.read : styles.tick} viewBox="0 0 17 12" aria-hidden="true">
      {(state === 'queued' || state === 'held') && (
        <>
          <circle cx="8.5" cy="6" r="4.5" />
          <path d="M8.5 3.5V6l1.6 1" />
        </>
      )}
      {state === 'sent' && <path d="m4 6.5 3 3L13 3" />}
      {(state === 'delivered' || state === 'read') && <path d="m1 6.5 3 3L10 3M7.6 9.1l.4.4L14.5 3" />}
    </svg>
  );
}

/** The same as text, where it fits. */
export function useTickLabel(): (state: TickState) => string {
  const { t } = useLingui();
  const words: Record<TickState, string> = {
    queued: t`Queued`,
    held: t`On hold`,
    sent: t`Sent`,
    delivered: t`Delivered`,
    read: t`Read`,
    played: t`Played`,
    failed: t`Not sent`,
    unknown: t`Unknown if it was sent`,
    discarded: t`Discarded`,
  };
  return (state) => words[state];
}
