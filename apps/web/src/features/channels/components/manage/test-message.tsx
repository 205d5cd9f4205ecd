import { useLingui } from '@lingui/react/macro';
import type { Channel, Message } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { useForm } from '../../../../ui/use-form.ts';
import styles from './drawer.module.css';

/** Poll interval and duration for the status of the test message. */
const everyMs = 1_500;
const triesAtMost = 40;

/** Sends a real message through this channel to a phone, and shows its status. */
export function TestMessage({ channel, focused }: { channel: Channel; focused: boolean }) {
  const { t } = useLingui();
  const [sent, setSent] = useState<Message | null>(null);
  const [closed, setClosed] = useState(false);
  const form = useForm({
    initial: { to: '', body: t`This is a test of ${channel.channel_label}.` },
    serverNames: { 'text.body': 'body' },
    check: ({ to, body }) => ({
      ...(to.trim() === '' ? { to: t`Enter the number of a phone at hand.` } : {}),
      ...(body.trim() === '' ? { body: t`Enter a message.` } : {}),
    }),
    send: async ({ to, body }) => {
      setSent(null);
      setClosed(false);
      try {
        const message = { id: uuidv7(), channel_id: channel.id, to, source: 'COMPOSE' as const, type: 'text' as const };
        setSent(await api('POST /api/messages', { body: { ...message, text: { body } } }));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'window_closed') throw error;
        setClosed(true);
      }
    },
  });
  const notYet = t`This phone hasn’t written to the number within 24 hours. Write from it first, then try again.`;
  return (
    <section className={styles.section}>
      <h3>{t`Test message`}</h3>
      <Form onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField
          label={t`To`}
          type="tel"
          dir="ltr"
          autoComplete="off"
          data-focus={focused || undefined}
          {...form.text('to')}
          error={form.errors.to ?? (closed ? notYet : null)}
        />
        <TextField label={t`Text`} maxLength={500} {...form.text('body')} />
        <p className={styles.line}>
          <Button type="submit" busy={form.busy}>
            {t`Send a test message`}
          </Button>
          {sent && <MessageOutcome key={sent.id} message={sent} />}
        </p>
      </Form>
    </section>
  );
}

/** The status of a message, updated as it changes. */
function MessageOutcome({ message }: { message: Message }) {
  const { t } = useLingui();
  const [now, setNow] = useState(message);
  const settled = now.status >= 2 || now.status === -1;
  useEffect(() => {
    if (settled) return;
    let tries = 0;
    const timer = setInterval(() => {
      if (++tries >= triesAtMost) clearInterval(timer);
      // A failed poll is followed by the next one.
      void api('GET /api/messages/{id}', { params: { id: message.id } }).then(setNow, () => undefined);
    }, everyMs);
    return () => clearInterval(timer);
  }, [message.id, settled]);
  const words: Record<number, string> = { 1: t`Sent`, 2: t`Delivered`, 3: t`Read`, 4: t`Read` };
  const failed = now.error === undefined ? t`Failed` : `${now.error.message}. ${now.error.next_step}`;
  const waiting = now.send_state === 'unknown' ? t`Delivery not confirmed yet` : t`On its way`;
  return <span role="status">{now.status === -1 ? failed : (words[now.status] ?? waiting)}</span>;
}
