import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { AccountsChoice } from './accounts-choice.tsx';

/** The accounts of the person over the page they are on: from the avatar on phones. */
export function AccountsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  // A link in it leads to another page.
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
