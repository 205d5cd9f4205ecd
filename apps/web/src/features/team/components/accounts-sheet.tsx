import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { AccountsChoice } from './accounts-choice.tsx';

/** The accounts of the user over the current page: opened from the avatar on phones. */
export function AccountsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  // Closes when a link inside leads to another page.
  const { href } = useLocation();
  const opened = useRef(href);
  useEffect(() => {
    if (href !== opened.current) onClose();
  }, [href, onClose]);
  return (
    <Dialog title={t`Choose an account`} onClose={onClose}>
      <QueryScope>
        <AccountsChoice />
      </QueryScope>
    </Dialog>
  );
}
