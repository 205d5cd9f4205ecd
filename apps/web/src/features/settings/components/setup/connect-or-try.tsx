import { useLingui } from '@lingui/react/macro';
import { type Icon, IconBrandWhatsapp, IconDeviceMobileMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../../platform/api.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { railIcon } from '../../../../ui/icon.ts';
import own from './connect-or-try.module.css';
import styles from './setup.module.css';

/** Third step: connect a number, or try the sandbox. */
export function ConnectOrTry() {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => api('GET /api/channels', { query: { limit: 200 } }, { signal }),
  });
  const sandbox = data === undefined || data.data.some((channel) => channel.sandbox);
  const number = data?.data.find((channel) => !channel.sandbox);
  return (
    <>
      <div>
        <h1>{t`Connect a number, or try first?`}</h1>
        <p className={styles.lead}>
          {number === undefined
            ? t`You can connect your WhatsApp number at any time; the sandbox stays available.`
            : t`${number.channel_label} is connected. The sandbox is still available.`}
        </p>
      </div>
      <div className={own.choices}>
        {sandbox && (
          <Choice
            icon={IconDeviceMobileMessage}
            title={t`Start in the sandbox`}
            words={t`A simulated customer’s phone next to your inbox. No number, no waiting, nothing leaves this server.`}
            action={t`Start in the sandbox`}
            to="/initial-setup"
            step="first-message"
            first
          />
        )}
        <Choice
          icon={IconBrandWhatsapp}
          title={t`Connect WhatsApp number`}
          words={t`For a number on the WhatsApp Business Platform. You need its ids and an access token from Meta.`}
          action={t`Connect WhatsApp number`}
          to="/channels/add"
          first={!sandbox}
        />
      </div>
      <p className={styles.actions}>
        <Link to="/inbox" className={buttonClass({ variant: 'plain' })}>{t`Skip for now`}</Link>
        <Link to="/initial-setup/referral-source" className={buttonClass({ variant: 'plain' })}>{t`Back`}</Link>
      </p>
    </>
  );
}

type ChoiceProps = {
  icon: Icon;
  title: string;
  words: string;
  action: string;
  to: '/initial-setup' | '/channels/add';
  step?: string;
  first: boolean;
};

function Choice({ icon: Picture, title, words, action, to, step, first }: ChoiceProps) {
  return (
    <section className={own.choice} data-first={first || undefined}>
      <Picture {...railIcon} className={own.icon} />
      <h2>{title}</h2>
      <p className={own.choiceText}>{words}</p>
      <Link
        to={to}
        search={step === undefined ? {} : { step }}
        className={buttonClass({ variant: first ? 'filled' : 'outlined' })}
      >
        {action}
      </Link>
    </section>
  );
}
