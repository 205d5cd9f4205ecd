import { useLingui } from '@lingui/react/macro';
import { LeaveGuard } from '../../../../ui/layer/leave-guard.tsx';

/** Asks once before unsaved changes of a contact are lost. @param stays see `LeaveGuard` */
export function ContactLeaveGuard(props: { when: boolean; stays?: (search: Record<string, unknown>) => boolean }) {
  const { t } = useLingui();
  return (
    <LeaveGuard {...props} title={t`Leave without saving?`}>
      <p>{t`Your changes to this contact are not saved yet.`}</p>
    </LeaveGuard>
  );
}
