import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../../platform/errors.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { PhoneField } from '../../../../ui/fields/phone-field.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { readableNumber } from '../../../contacts/public.ts';
import { useAccount, useRow, useRows } from '../../../sync/public.ts';
import { loadContact } from '../actions/thread-actions.ts';
import { resendTo, resentContent } from './resend.ts';

export type FixNumberProps = {
  contactId: string;
  /** The number that WhatsApp couldn’t deliver to, E.164 digits without plus; null where the member may not see it. */
  number: string | null;
  /** Why it is wrong. */
  reason: string;
  /** The message that is offered to be sent to the new number. */
  message?: Message;
};

type DialogProps = FixNumberProps & { number: string; onClose: () => void };

/** Changes a number that WhatsApp can’t deliver to, then offers to send the message to the new one. */
export function FixNumberDialog({ contactId, number, reason, message, onClose }: DialogProps) {
  const { t } = useLingui();
  const account = useAccount();
  const navigate = useNavigate();
  const words = useServerErrorMessage();
  const homeCountry = useRows('clients')[0]?.country ?? 'GB';
  const [typed, setTyped] = useState(`+${number}`);
  const [digits, setDigits] = useState<string | null>(number);
  const [saved, setSaved] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ text: string; contact?: string } | null>(null);
  const [busy, setBusy] = useState(false);
  /** Of the message to the new number: sending it twice sends it once. */
  const [id] = useState(uuidv7);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const contact = error instanceof ApiError && error.code === 'contact_exists' ? error.data[0]?.id : undefined;
      setProblem({ text: words(error), ...(contact === undefined ? {} : { contact }) });
    } finally {
      setBusy(false);
    }
  };
  const save = () => {
    if (digits === number) return setProblem({ text: t`This is the number WhatsApp can’t deliver to. Change it.` });
    void attempt(async () => {
      await account.api('PUT /api/contacts/{id}', { params: { id: contactId }, body: { phone_number: typed } });
      setSaved(digits ?? typed);
      await loadContact(account, contactId).catch(() => undefined); // The feed brings it too.
    });
  };
  const send = () =>
    void attempt(async () => {
      if (message === undefined || saved === null) return;
      const threadId = await resendTo(account, message, id, saved);
      onClose();
      await navigate({ to: '/inbox/$thread_id', params: { thread_id: threadId } });
    });
  const channel = useRow('channels', message?.channel_id ?? '');
  const content = message === undefined ? null : resentContent(message);
  // Nobody has written from the new number: on WhatsApp only a template reaches it.
  const sendable = content !== null && (content.type === 'template' || channel?.kind !== 'WHATSAPP');
  const readable = readableNumber(saved ?? number);
  return (
    <Dialog
      title={t`Fix the number`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{saved === null ? t`Cancel` : t`Close`}</Button>
          {saved === null && (
            <Button variant="filled" busy={busy} onClick={save}>
              {t`Save`}
            </Button>
          )}
          {saved !== null && sendable && (
            <Button variant="filled" busy={busy} onClick={send}>
              {t`Send again`}
            </Button>
          )}
          {saved !== null && !sendable && (
            <Link to="/compose" search={{ to: `+${saved}` }} className={buttonClass({ variant: 'filled' })}>
              {t`Send a template`}
            </Link>
          )}
        </>
      }
    >
      {saved === null ? (
        <>
          <p>
            <bdi>{reason}</bdi>
          </p>
          <PhoneField
            label={t`Phone number`}
            initial={number}
            homeCountry={homeCountry}
            error={problem?.text ?? null}
            onChange={(next, text) => {
              setDigits(next);
              setTyped(next === null ? text : `+${next}`);
              setProblem(null);
            }}
          />
          {problem?.contact !== undefined && (
            <Link to="/contacts/$id/edit" params={{ id: problem.contact }} className={buttonClass({ size: 'sm' })}>
              {t`Open contact`}
            </Link>
          )}
        </>
      ) : (
        <>
          <p role="status">
            {sendable
              ? t`Saved. Send the message again to ${readable}?`
              : t`Saved. A template reaches ${readable}; when they reply, you can write freely.`}
          </p>
          {problem !== null && <p role="alert">{problem.text}</p>}
        </>
      )}
    </Dialog>
  );
}
