import { useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { KeyCaps } from '../../../../ui/key-caps.tsx';
import type { StepName } from '../../data/editor/steps.ts';
import styles from './editor.module.css';

export type StepFrameProps = {
  step: StepName;
  number: number;
  title: string;
  isDone: boolean;
  isOpen: boolean;
  /** The summary shown while the step is closed. */
  summary: ReactNode;
  onToggle: () => void;
  next: { title: string; go: () => void } | null;
  children: ReactNode;
};

/** One step: a heading that opens it, and its summary or its content. */
export function StepFrame(props: StepFrameProps) {
  const { t } = useLingui();
  const { number, title, isDone, isOpen, summary, onToggle, next, children } = props;
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // Moves the focus to the step that was opened by key or button.
    if (isOpen && !wasOpen.current) {
      const { current } = frame;
      current?.scrollIntoView({ block: 'nearest' });
      if (!current?.contains(document.activeElement)) current?.querySelector<HTMLElement>('h2 button')?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <section
      ref={frame}
      aria-labelledby={`${id}-title`}
      className={styles.step}
      data-done={isDone || undefined}
      data-open={isOpen || undefined}
    >
      <h2>
        <button
          type="button"
          id={`${id}-title`}
          className={styles.stepHead}
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={onToggle}
        >
          <span className={styles.mark}>
            {isDone ? <IconCheck size={13} stroke={2.5} aria-label={t`done`} /> : number}
          </span>
          {title}
        </button>
      </h2>
      <div id={`${id}-body`} className={styles.stepBody}>
        {isOpen ? (
          <>
            {children}
            {next && (
              <p className={styles.next}>
                <Button onClick={next.go} aria-keyshortcuts="Control+Enter">
                  {t`Next: ${next.title}`}
                </Button>
                <span className={styles.keys}>
                  <KeyCaps keys="mod+enter" />
                </span>
              </p>
            )}
          </>
        ) : (
          summary
        )}
      </div>
      {!isOpen && (
        <button type="button" className={styles.edit} aria-label={t`Edit: ${title}`} onClick={onToggle}>
          {t`Edit`}
        </button>
      )}
    </section>
  );
}
