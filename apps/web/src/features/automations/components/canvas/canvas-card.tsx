import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconAlertCircle } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import type { PartWords } from '../../data/use-part-words.tsx';
import { Taken } from '../editor/card.tsx';
import styles from './canvas.module.css';

export type CanvasCardProps = PartWords & {
  problems?: readonly string[];
  open?: boolean;
  /** The step that the conversation beside the canvas is at, and whether it went through this one. */
  hit?: boolean;
  taken?: boolean;
  /** Dragged, or waiting for its new place. */
  lifted?: boolean;
  /** Where it stands, for assistive technology. */
  where?: string;
  tabIndex?: number;
  onOpen?: (byKey: boolean) => void;
  /** The keyboard came to it. A pointer that came moves nothing: what it presses would slide away under it. */
  onKeyFocus?: () => void;
  /** At the end of its first line. */
  actions?: ReactNode;
};

/** A part of the flow on the canvas. */
export function CanvasCard({ icon: sign, kind, title, problems = [], actions, where, ...card }: CanvasCardProps) {
  const { t } = useLingui();
  const [first, ...more] = problems;
  return (
    <div
      className={styles.card}
      data-open={card.open || undefined}
      data-bad={first !== undefined || undefined}
      data-hit={card.hit || undefined}
      data-lifted={card.lifted || undefined}
    >
      <button
        type="button"
        className={styles.cardButton}
        data-card
        aria-current={card.hit ? 'step' : undefined}
        aria-expanded={card.open ?? false}
        tabIndex={card.tabIndex}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && card.onKeyFocus?.()}
        onClick={(event: MouseEvent) => card.onOpen?.(event.detail === 0)}
      >
        {sign}
        <span className={styles.words}>
          <b>{kind}</b>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {where !== undefined && <span className="visually-hidden">{where}</span>}
        </span>
        {first !== undefined && (
          <span className={styles.problem}>
            <IconAlertCircle {...smallIcon} />
            <span>{first}</span>
            {more.length > 0 && <b>{t`${plural(more.length, { one: '# more', other: '# more' })}`}</b>}
          </span>
        )}
      </button>
      <span className={styles.actions}>
        {card.taken && <Taken />}
        {actions}
      </span>
    </div>
  );
}
