import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { contactName } from '../../contacts/public.ts';
import { useAccount, useRow } from '../../sync/public.ts';
import { setBlocked } from './block-contact.ts';

export type BlockDialogProps = { thread: Thread; onClose: () => void };

/** Asks before a customer is blocked. WhatsApp's refusal stays in the dialog. */
export function BlockDialog({ thread, onClose }: BlockDialogProps) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useServerErrorMessage();
  const channel = useRow('channels', thread.channel_id);
  const name = contactName(thread.contact);
  const label = channel?.channel_label ?? t`this channel`;
  return (
    <ConfirmDialog
      title={t`Block ${name}?`}
      confirm={t`Block`}
      keep={t`Cancel`}
      onClose={onClose}
      onConfirm={() => setBlocked(account, thread.id, true)}
      problem={words}
    >
      <p>{t`Their messages to ${label} no longer arrive, and your team can’t write to them there. You can unblock them at any time.`}</p>
    </ConfirmDialog>
  );
}
