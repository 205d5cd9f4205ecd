import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { useErrorMessage } from '../../../../ui/error-messages.ts';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { railIcon } from '../../../../ui/icon.ts';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import {
  type FirstConversation,
  findFirstConversation,
  type Sandbox,
  sendFirstReply,
  simulateCustomerMessage,
} from '../../data/first-message-calls.ts';
import own from './first-message.module.css';
import styles from './setup.module.css';

/** Last step: a simulated customer writes, and the member sends the first reply. */
export function FirstMessage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ['first-message'],
    queryFn: async () => {
      const sandbox = await api('GET /api/sandbox', {});
      return { sandbox, conversation: await findFirstConversation(sandbox) };
    },
    staleTime: 0,
  });
  const off = error instanceof ApiError && error.status === 404;
  return (
    <>
      <div>
        <h1>{t`Your first message`}</h1>
        <p className={styles.lead}>
          {off
            ? t`The server’s operator has turned the sandbox off. Write from your own phone to the connected number: the message appears in the inbox.`
            : t`A customer writes, you reply. Try it with a simulated phone.`}
        </p>
      </div>
      {off && <SkipLink />}
      {error && !off && (
        <ProblemState title={t`Couldn’t open the sandbox`} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <p role="status">{t`Starting the sandbox`}</p>}
      {data && <Exchange sandbox={data.sandbox} found={data.conversation} />}
    </>
  );
}

function Exchange({ sandbox, found }: { sandbox: Sandbox; found: FirstConversation | null }) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const customer = sandbox.phones[0]?.name ?? t`The customer`;
  const [conversation, setConversation] = useState(found);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const begin = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setConversation(await simulateCustomerMessage(sandbox, t`Hello! Are you open today?`));
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  if (conversation === null || conversation.greeting === '') {
    return (
      <>
        <FormError>{problem}</FormError>
        <p className={styles.actions}>
          <Button variant="filled" busy={busy} onClick={() => void begin()}>
            {busy ? t`${customer} is writing` : t`Let ${customer} write to you`}
          </Button>
          <SkipLink />
        </p>
      </>
    );
  }
  return (
    <>
      <ExampleMessage who={customer} words={conversation.greeting} />
      <ReplyForm sandbox={sandbox} conversation={conversation} customer={customer} />
    </>
  );
}

type ReplyFormProps = { sandbox: Sandbox; conversation: FirstConversation; customer: string };

function ReplyForm({ sandbox, conversation, customer }: ReplyFormProps) {
  const { t } = useLingui();
  const requestText = useErrorMessage();
  const [id] = useState(uuidv7);
  const [body, setBody] = useState(() => t`Hello! Yes, until six. How can we help?`);
  const [sent, setSent] = useState<Message | null>(conversation.sent);
  const [errors, setErrors] = useState<{ body?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (body.trim() === '') return setErrors({ body: t`Enter a message.` });
    setBusy(true);
    setErrors({});
    try {
      setSent(await sendFirstReply(sandbox, conversation, id, body));
    } catch (error) {
      setErrors({ form: requestText(error) });
    } finally {
      setBusy(false);
    }
  };
  if (sent !== null) {
    return (
      <>
        <ExampleMessage who={t`You`} words={sent.text?.body ?? ''} ours />
        {sent.status === -1 ? (
          <p role="alert">
            {sent.error?.message} {sent.error?.next_step}
          </p>
        ) : (
          <p className={own.success} role="status">
            <IconCircleCheck {...railIcon} className={own.successIcon} />
            {t`Delivered to ${customer}’s phone. That’s how messaging works here.`}
          </p>
        )}
        <p className={styles.actions}>
          <Link
            to="/inbox/$thread_id"
            params={{ thread_id: conversation.threadId }}
            className={buttonClass({ variant: 'filled' })}
          >{t`Open the inbox`}</Link>
        </p>
      </>
    );
  }
  return (
    <Form onSubmit={send}>
      <FormError>{errors.form}</FormError>
      <TextField
        label={t`Your answer`}
        name="answer"
        maxLength={4096}
        value={body}
        error={errors.body}
        onChange={(event) => setBody(event.target.value)}
      />
      <p className={styles.actions}>
        <Button type="submit" variant="filled" busy={busy}>{t`Send`}</Button>
        <SkipLink />
      </p>
    </Form>
  );
}

/** A message in the wizard's plain style. */
export function ExampleMessage({ who, words, ours = false }: { who: string; words: string; ours?: boolean }) {
  return (
    <figure className={own.said} data-own={ours || undefined}>
      <figcaption>
        <bdi>{who}</bdi>
      </figcaption>
      <p dir="auto" className={own.saidText}>
        {words}
      </p>
    </figure>
  );
}

function SkipLink() {
  const { t } = useLingui();
  return (
    <>
      <Link to="/inbox" className={buttonClass({ variant: 'plain' })}>{t`Skip for now`}</Link>
      <Link to="/initial-setup" search={{ step: 'connect' }} className={buttonClass({ variant: 'plain' })}>
        {t`Back`}
      </Link>
    </>
  );
}
