import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { KitScope } from '../../../ui/kit-scope.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';

/** Asks before what was typed is left behind; the browser asks in its own words before a reload or a closed tab. */
export function LeaveGuard({ when, kept }: { when: boolean; kept: string }) {
  const { t } = useLingui();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <KitScope>
      <ConfirmDialog
        title={t`Leave without connecting?`}
        confirm={t`Leave`}
        keep={t`Stay here`}
        onConfirm={proceed}
        onClose={reset}
      >
        {kept}
      </ConfirmDialog>
    </KitScope>
  );
}
