import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useRows } from '../../../sync/public.ts';
import { curlCommand, exampleMessage } from '../../data/curl-command.ts';
import styles from './api-keys.module.css';

/** Example calls to copy, with this installation's URL and a channel of the account. */
export function ApiQuickStart() {
  const { t } = useLingui();
  const [channel] = useRows('channels');
  const { origin } = window.location;
  return (
    <section className={styles.side} aria-label={t`Quick start`}>
      <p className={styles.quiet}>{t`Replace the dots with your key. Each call lists the scope it needs.`}</p>
      <Command
        title={t`List conversations`}
        scope="threads:read"
        text={curlCommand(origin, 'GET', '/api/threads?limit=10')}
      />
      <Command
        title={t`Add a contact`}
        scope="contacts:write"
        text={curlCommand(origin, 'POST', '/api/contacts', {
          body: { phone_number: '+44 7700 900123', name: 'Ada Example' },
        })}
      />
      <Command
        title={t`Send a message`}
        scope="messages:write"
        text={curlCommand(origin, 'POST', '/api/messages', { body: exampleMessage(channel?.id) })}
        note={t`You can send free text to contacts who wrote to the channel in the last 24 hours.`}
      />
      <p>
        <a href="/api/openapi.json" target="_blank" rel="noreferrer">{t`All calls, as an OpenAPI document`}</a>
      </p>
      <p className={styles.quiet}>{t`The author of messages that a key sends is api: and the id of the key.`}</p>
    </section>
  );
}

function Command({ title, scope, text, note }: { title: string; scope: string; text: string; note?: string }) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ message: t`Copied` });
    } catch {
      // The clipboard needs HTTPS and the member's permission.
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
