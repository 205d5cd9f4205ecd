import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveGuardProps = {
  /** Whether something would be lost, now or when it is asked. */
  when: boolean | (() => boolean);
  title: string;
  /** What would be lost, or is stored anyway. */
  children: ReactNode;
  /** Whether a URL on the same path still shows the form; then the user is not asked. */
  stays?: (search: Record<string, unknown>) => boolean;
};

/** Asks once before typed text is lost; the browser shows its own dialog before a reload or a closed tab. */
export function LeaveGuard({ when, title, children, stays }: LeaveGuardProps) {
  const blocker = useBlocker({
    disabled: when === false,
    enableBeforeUnload: when,
    withResolver: true,
    shouldBlockFn: ({ current, next }) =>
      (when === true || (when !== false && when())) &&
      !(current.pathname === next.pathname && (stays?.(next.search as Record<string, unknown>) ?? false)),
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LeaveQuestion title={title} onLeave={blocker.proceed} onStay={blocker.reset}>
      {children}
    </LeaveQuestion>
  );
}

/** Leaves and goes on, unless the user stays. */
export type LeaveHandle = { leave: (then: () => void) => void };

/**
 * Asks before a dialog or panel whose fields were changed is left: `leave` for its ways out; the page it is on is
 * guarded as by `LeaveGuard`. Show `question`.
 * @param title names what would not be saved
 * @param handle for whoever shows something else in its place
 */
export function useLeaveQuestion(
  title: string,
  isChanged: () => boolean,
  onClose: () => void,
  handle?: Ref<LeaveHandle>,
): { leave: () => void; question: ReactNode } {
  const { t } = useLingui();
  const [then, setThen] = useState<(() => void) | null>(null);
  const leave = (next: () => void) => (isChanged() ? setThen(() => next) : next());
  useImperativeHandle(handle, () => ({ leave }));
  const lost = <p>{t`What you changed is lost.`}</p>;
  return {
    leave: () => leave(onClose),
    question: (
      <>
        <LeaveGuard when={isChanged} title={title} stays={() => true}>
          {lost}
        </LeaveGuard>
        {then !== null && (
          <LeaveQuestion title={title} onLeave={then} onStay={() => setThen(null)}>
            {lost}
          </LeaveQuestion>
        )}
      </>
    ),
  };
}

type LeaveQuestionProps = { title: string; children: ReactNode; onLeave: () => void; onStay: () => void };

function LeaveQuestion({ title, children, onLeave, onStay }: LeaveQuestionProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog title={title} confirm={t`Leave`} keep={t`Stay`} onConfirm={onLeave} onClose={onStay}>
      {children}
    </ConfirmDialog>
  );
}
