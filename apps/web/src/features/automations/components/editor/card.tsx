import { useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import styles from './editor.module.css';

type CardProps = {
  icon: ReactNode;
  kind: string;
  title: string;
  problems: readonly string[];
  open: boolean;
  /** The step that the conversation beside the editor is at, and whether it went through this one. */
  hit: boolean;
  taken: boolean;
  /** Another place is being chosen for it. */
  lifted: boolean;
  onToggle: () => void;
  /** Behind the head, for a step. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A part of the flow: one line, and its form when open. */
export function Card({ icon: sign, kind, title, problems, open, onToggle, actions, children, ...marks }: CardProps) {
  const { hit, taken, lifted } = marks;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hit) card.current?.scrollIntoView({ block: 'nearest' });
  }, [hit]);
  return (
    <div
      ref={card}
      className={styles.card}
      data-open={open || undefined}
      data-bad={problems.length > 0 || undefined}
      data-hit={hit || undefined}
      data-lifted={lifted || undefined}
      aria-current={hit ? 'step' : undefined}
    >
      <div className={styles.cardHead}>
        <button type="button" className={styles.cardButton} aria-expanded={open} onClick={onToggle}>
          {sign}
          <span className={styles.cardWords}>
            <b>{kind}</b>
            <span className={styles.cardTitle} dir="auto">
              {title}
            </span>
          </span>
        </button>
        {taken && <Taken />}
        {actions}
      </div>
      {problems.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      {open && children}
    </div>
  );
}

/** The conversation beside the editor went through the step. */
export function Taken() {
  const { t } = useLingui();
  return (
    <span className={styles.taken}>
      <IconCircleCheck {...smallIcon} />
      <span className="visually-hidden">{t`Taken`}</span>
    </span>
  );
}

/** What keeps the flow from running. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={styles.problem}>
      <IconAlertCircle {...smallIcon} />
      <span>{children}</span>
    </p>
  );
}
