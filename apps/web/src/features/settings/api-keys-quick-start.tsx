import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useRows } from '../sync/public.ts';
import styles from './api-keys.module.css';

/** First calls to copy, with this installation's address and a channel of this account. */
export function ApiQuickStart() {
  const { t } = useLingui();
  const [channel] = useRows('channels');
  return (
    <section className={styles.side} aria-label={t`Quick start`}>
      <p className={styles.quiet}>{t`Put your key in place of the dots. Each call names the scope its key needs.`}</p>
      <Command title={t`List conversations`} scope="threads:read" text={curl('GET', '/api/threads?limit=10')} />
      <Command
        title={t`Add a contact`}
        scope="contacts:write"
        text={curl('POST', '/api/contacts', { phone_number: '+44 7700 900123', name: 'Ada Example' })}
      />
      <Command
        title={t`Send a message`}
        scope="messages:write"
        text={curl('POST', '/api/messages', messageThrough(channel))}
        note={t`Free text reaches people who wrote to the channel in the last 24 hours.`}
      />
      <p>
        <a href="/api/openapi.json" target="_blank" rel="noreferrer">{t`All calls, as an OpenAPI document`}</a>
      </p>
      <p className={styles.quiet}>
        {t`Messages a key sends carry its id as their author: api: and the id of the key.`}
      </p>
    </section>
  );
}

function messageThrough(channel: Channel | undefined) {
  return {
    channel_id: channel?.id ?? 'CHANNEL-ID',
    to: '+44 7700 900123',
    source: 'API',
    type: 'text',
    text: { body: 'Hello' },
  };
}

function curl(method: 'GET' | 'POST', path: string, body?: object): string {
  const parts = [`curl '${window.location.origin}${path}'`, `-H 'Authorization: Bearer wa_live_…'`];
  if (method === 'POST') parts.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`);
  return parts.join(' \\\n  ');
}

function Command({ title, scope, text, note }: { title: string; scope: string; text: string; note?: string }) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ message: t`Copied` });
    } catch {
      // No clipboard without https, or not allowed by the person.
      toast({ message: t`The browser does not allow copying here. Select the text and copy it.` });
    }
  };
  return (
    <div className={styles.command}>
      <h3>{title}</h3>
      <code className={styles.quiet}>{scope}</code>
      <Button size="sm" aria-label={t`Copy: ${title}`} onClick={() => void copy()}>{t`Copy`}</Button>
      <pre className={styles.code} dir="ltr">
        {text}
      </pre>
      {note && <p className={styles.quiet}>{note}</p>}
    </div>
  );
}
