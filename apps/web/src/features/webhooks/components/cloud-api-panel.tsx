import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../ui/button.tsx';
import { CopyText, fullAddress } from '../../../ui/copy-text.tsx';
import { SidePanel } from '../../../ui/layer/side-panel.tsx';
import { useRows } from '../../sync/public.ts';
import styles from './cloud-api-panel.module.css';

type Props = { onAddWebhook: () => void; onClose: () => void };

/** Where a program for the Cloud API is pointed at: address, number, key, and how it hears of messages. */
export function CloudApiPanel({ onAddWebhook, onClose }: Props) {
  const { t } = useLingui();
  const base = fullAddress('/graph');
  return (
    <SidePanel title={t`WhatsApp Cloud API`} size="md" onClose={onClose}>
      <div className={styles.panel}>
        <p>{t`A bot or another inbox that is written for Meta’s API works here unchanged: give it these values instead of Meta’s.`}</p>
        <section>
          <h3>{t`Address`}</h3>
          <p>{t`Instead of https://graph.facebook.com. The version behind it can be any.`}</p>
          <CopyText label={t`Base address`} text={base} />
        </section>
        <section>
          <h3>{t`Access token`}</h3>
          <p>{t`An API key with the scopes messages:read, messages:write and threads:write. For templates also templates:read, for settings of the number channels:read and channels:write.`}</p>
          <p>
            <Link to="/settings/api-keys">{t`API keys`}</Link>
          </p>
        </section>
        <section>
          <h3>{t`Numbers`}</h3>
          <Numbers />
        </section>
        <section>
          <h3>{t`Webhook`}</h3>
          <p>{t`Add a webhook in the format “WhatsApp Cloud API” with the callback address and the verify token of the program. Its secret is what the program calls the app secret.`}</p>
          <div>
            <Button onClick={onAddWebhook}>{t`Add webhook`}</Button>
          </div>
        </section>
        <section>
          <h3>{t`Who answers`}</h3>
          <p>{t`While a member answers a conversation, the program only listens: its messages are refused with the code 131005, and what the customer writes is marked as standby. It may answer again when the conversation is done, or half an hour after the member’s last message. Templates always go out.`}</p>
        </section>
      </div>
    </SidePanel>
  );
}

function Numbers() {
  const { t } = useLingui();
  const channels = useRows('channels').filter(({ kind }) => kind === 'WHATSAPP');
  if (channels.length === 0) return <p>{t`Connect a WhatsApp number first.`}</p>;
  return channels.map(({ id, channel_label: label, phone_number_id: number, waba_id: account }) => (
    <fieldset key={id} className={styles.number}>
      <legend dir="auto">{label}</legend>
      <small>{t`Phone number ID`}</small>
      <CopyText label={t`Phone number ID of ${label}`} text={number} />
      <small>{t`WhatsApp Business account ID`}</small>
      <CopyText label={t`WhatsApp Business account ID of ${label}`} text={account} />
    </fieldset>
  ));
}
