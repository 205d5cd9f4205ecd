import { useLingui } from '@lingui/react/macro';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { leaveAccount } from '../data/switch-account.ts';
import type { Account } from './account-row.tsx';

/** Confirms leaving an account. */
export function LeaveDialog(props: {
  account: Pick<Account, 'client_id' | 'name'>;
  uid: string;
  onClose: () => void;
  onLeft: () => void;
}) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const { client_id: id, name } = props.account;
  return (
    <ConfirmDialog
      title={t`Leave ${name}?`}
      confirm={t`Leave`}
      keep={t`Stay`}
      typed={{ word: name.trim(), label: t`Type the name of the account: ${name}` }}
      problem={serverText}
      onClose={props.onClose}
      onConfirm={async () => {
        await leaveAccount({ id, name }, props.uid);
        toast({ message: t`You have left ${name}.` });
        props.onLeft();
      }}
    >
      <p>{t`You lose access to the account. Your conversations become unassigned, and your messages keep your name. To rejoin, you need a new invitation.`}</p>
    </ConfirmDialog>
  );
}
