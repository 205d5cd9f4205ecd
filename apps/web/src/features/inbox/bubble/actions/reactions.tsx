import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { icon } from '../../../../ui/icon.ts';
import styles from './message-actions.module.css';
import { quickReactions } from './reactions.ts';

export type ReactionsProps = { message: Message; onChoose: (emoji: string) => void; onMore: () => void };

/** The six common reactions, ours if it is another one, and the way to all emoji. */
export function Reactions({ message, onChoose, onMore }: ReactionsProps) {
  const { t } = useLingui();
  const ours = message.reaction?.ours?.emoji;
  const offered = ours === undefined || isQuick(ours) ? quickReactions : [...quickReactions, ours];
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the menu that led here has given the focus back.
    const timer = setTimeout(() => focusFirst(row.current));
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="toolbar" aria-label={t`Reactions`} className={styles.reactions} ref={row} onKeyDown={moveInRow}>
      {offered.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.emoji}
          aria-pressed={emoji === ours}
          aria-label={emoji === ours ? t`Remove ${emoji}` : t`React with ${emoji}`}
          onClick={() => onChoose(emoji)}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        className={styles.emoji}
        aria-label={t`More emoji`}
        data-tip={t`More emoji`}
        onClick={onMore}
      >
        <IconPlus {...icon} />
      </button>
    </div>
  );
}

function isQuick(emoji: string): boolean {
  return (quickReactions as readonly string[]).includes(emoji);
}

function focusFirst(row: HTMLElement | null): void {
  (row?.querySelector<HTMLElement>('[aria-pressed="true"]') ?? row?.querySelector<HTMLElement>('button'))?.focus();
}

function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const direction = getComputedStyle(event.currentTarget).direction === 'rtl' ? -step : step;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons.at((at + direction) % buttons.length)?.focus();
}
