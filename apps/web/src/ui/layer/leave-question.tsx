import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before a dialog whose fields were changed is left: `leave` for its ways out, `question` to show.
 * @param title names what would not be saved
 */
export function useLeaveQuestion(
  title: string,
  isChanged: () => boolean,
  onClose: () => void,
): { leave: () => void; question: ReactNode } {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  return {
    leave: () => (isChanged() ? setAsking(true) : onClose()),
    question: asking && (
      <ConfirmDialog
        title={title}
        confirm={t`Leave`}
        keep={t`Stay`}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        <p>{t`What you changed is lost.`}</p>
      </ConfirmDialog>
    ),
  };
}
