import { useLingui } from '@lingui/react/macro';
import type { IncomingPreview, IncomingWebhook } from '@parley/contract/types';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../../../platform/errors.ts';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { TextAreaField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { testIncoming } from '../../data/incoming.ts';
import { sampleBodyOf } from '../../data/incoming-form.ts';
import styles from '../webhooks.module.css';

/** What a call would do with a body. */
export function IncomingTest({ webhook }: { webhook: IncomingWebhook }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [text, setText] = useState(() => JSON.stringify(sampleBodyOf(webhook), null, 2));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState<IncomingPreview | null>(null);
  const test = async () => {
    setShown(null);
    setProblem(null);
    const body = parse(text);
    setError(body === undefined ? t`This is not JSON.` : null);
    if (body === undefined) return;
    setBusy(true);
    try {
      setShown(await testIncoming(webhook.id, body));
    } catch (failure) {
      const field = failure instanceof ApiError ? failure.data[0]?.field : undefined;
      setProblem(field === undefined ? serverText(failure) : `${field}: ${serverText(failure)}`);
    }
    setBusy(false);
  };
  return (
    <div className={styles.view}>
      <Form onSubmit={test}>
        <TextAreaField
          label={t`Body of the call`}
          dir="ltr"
          rows={8}
          spellCheck={false}
          error={error}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FormError>{problem}</FormError>
        <div className={styles.buttons}>
          <Button type="submit" variant="filled" busy={busy}>
            <IconSend {...smallIcon} />
            {t`Test`}
          </Button>
          <span className={styles.quiet}>{t`Nothing is saved or sent.`}</span>
        </div>
      </Form>
      {shown !== null && <Preview shown={shown} />}
    </div>
  );
}

function Preview({ shown }: { shown: IncomingPreview }) {
  const { t } = useLingui();
  const { contact, custom_fields: fields, message } = shown;
  return (
    <div className={styles.detail} role="status">
      <p>{contact.id === null ? t`A new contact would be added:` : t`This contact would be updated:`}</p>
      <p>
        <bdi>{contact.name}</bdi> <bdi dir="ltr">+{contact.phone_number}</bdi>
      </p>
      {Object.entries(fields).map(([name, value]) => (
        <p key={name}>
          {name}: <bdi>{value}</bdi>
        </p>
      ))}
      <p>{message === null ? t`No message would be sent.` : t`This message would be sent:`}</p>
      {message !== null && <pre dir="auto">{message}</pre>}
    </div>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
