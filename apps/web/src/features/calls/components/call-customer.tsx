import { useLingui } from '@lingui/react/macro';
import type { OutputOf } from '@parley/contract/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { contactName } from '../../contacts/public.ts';
import { type CallRequest, usePermissionText } from '../../inbox/public.ts';
import { useAccount } from '../../sync/public.ts';
import { MicrophoneError } from '../data/microphone.ts';
import { placeCall, useOwnCall } from '../data/own-call.ts';
import { useMicrophoneText } from './use-microphone-text.ts';

type Permission = OutputOf<'POST /api/threads/{id}/call-permission'>;

export type CallCustomerProps = CallRequest & { onClose: () => void };

/** Calls the customer at once where they allowed it; else says what is missing, with the way to ask them. */
export function CallCustomer(props: CallCustomerProps) {
  const { thread, onClose } = props;
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useServerErrorMessage();
  const microphoneText = useMicrophoneText();
  const [permission, setPermission] = useState<Permission | null>(null);
  const begun = useRef(false);

  const call = useCallback(async () => {
    onClose();
    try {
      await placeCall(account, thread);
    } catch (error) {
      toast({ message: error instanceof MicrophoneError ? microphoneText(error.problem) : errorMessage(error) });
    }
  }, [account, thread, onClose, microphoneText, errorMessage]);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const start = async () => {
      if (useOwnCall.get() !== null) {
        onClose();
        toast({ message: t`End the other call first` });
        return;
      }
      const input = { params: { id: thread.id } };
      try {
        const known = await account.api('GET /api/threads/{id}/call-permission', input);
        if (known.state === 'allowed') return void call();
        // They may have allowed it without a word to us.
        const current = await account.api('POST /api/threads/{id}/call-permission', { ...input, body: {} });
        if (current.state === 'allowed') return void call();
        setPermission(current);
      } catch (error) {
        onClose();
        toast({ message: errorMessage(error) });
      }
    };
    void start();
  });
  return permission === null ? null : <NotAllowed {...props} permission={permission} />;
}

/** Why the customer cannot be called, and what can be done. */
export function NotAllowed({
  thread,
  permission,
  onAsk,
  onTemplate,
  onClose,
}: CallCustomerProps & { permission: Permission }) {
  const { t } = useLingui();
  const permissionText = usePermissionText();
  const words = useTimeLabels();
  const name = contactName(thread.contact);
  const { may_ask: mayAsk, ask_again_at: againAt } = permission;
  const again = againAt === null ? null : words.until(againAt, Date.now());
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog
      title={t`${name} can’t be called yet`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          {mayAsk && onAsk !== undefined && <Button variant="filled" onClick={then(onAsk)}>{t`Ask to call`}</Button>}
          {onAsk === undefined && onTemplate !== undefined && (
            <Button variant="filled" onClick={then(onTemplate)}>{t`Choose a template`}</Button>
          )}
        </>
      }
    >
      <p>
        {permission.state === 'none'
          ? t`WhatsApp only lets you call customers who have allowed it. Ask first; the answer appears in the conversation.`
          : t`${permissionText(permission)}. Ask again; the answer appears in the conversation.`}
      </p>
      {!mayAsk && <p>{t`WhatsApp takes one request a day and two in seven days.`}</p>}
      {!mayAsk && again !== null && <p>{t`The next one can be sent from ${again}.`}</p>}
      {onAsk === undefined && (
        <p>{t`The reply window is closed. A template can ask the customer to write or to call.`}</p>
      )}
    </Dialog>
  );
}
