import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';

/**
 * Asks once before typed changes are left behind.
 * @param stays whether an address still shows the form; then nothing is asked
 */
export function LeaveGuard({ when, stays }: { when: boolean; stays?: (search: Record<string, unknown>) => boolean }) {
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
      title={t`Leave without saving?`}
      confirm={t`Leave`}
      keep={t`Stay`}
      onClose={() => blocker.reset()}
      onConfirm={() => blocker.proceed()}
    >
      <p>{t`What you changed on this contact is not saved yet.`}</p>
    </ConfirmDialog>
  );
}
