import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { contactName } from '../../../contacts/public.ts';
import { useAccount } from '../../../sync/public.ts';
import { forwardMessage } from './forward.ts';
import { ThreadChoices } from './thread-choices.tsx';

/** Chooses the conversation that a message is sent to as well. */
export function ForwardDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const forward = (thread: Thread) => {
    const name = contactName(thread.contact);
    onClose();
    void forwardMessage(account, message, thread).then(
      () => toast({ message: t`Forwarded to ${name}` }),
      () => toast({ message: t`Couldn’t save the message on this device. Try again.` }),
    );
  };
  return (
    <Dialog title={t`Forward message`} onClose={onClose}>
      <ThreadChoices except={message.thread_id} onChoose={forward} />
    </Dialog>
  );
}
