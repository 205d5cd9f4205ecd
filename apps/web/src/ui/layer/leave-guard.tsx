import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveGuardProps = {
  when: boolean;
  title: string;
  /** What would be lost, or is stored anyway. */
  children: ReactNode;
  /** Whether a URL on the same path still shows the form; then the user is not asked. */
  stays?: (search: Record<string, unknown>) => boolean;
};

/** Asks once before typed text is lost; the browser shows its own dialog before a reload or a closed tab. */
export function LeaveGuard({ when, title, children, stays }: LeaveGuardProps) {
  const { t } = useLingui();
  const blocker = useBlocker({
    disabled: !when,
    enableBeforeUnload: when,
    withResolver: true,
    shouldBlockFn: ({ current, next }) =>
      !(current.pathname === next.pathname && (stays?.(next.search as Record<string, unknown>) ?? false)),
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={title}
      confirm={t`Leave`}
      keep={t`Stay`}
      onClose={() => blocker.reset()}
      onConfirm={() => blocker.proceed()}
    >
      {children}
    </ConfirmDialog>
  );
}
