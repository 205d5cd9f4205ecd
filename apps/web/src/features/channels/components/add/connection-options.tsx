import { useLingui } from '@lingui/react/macro';
import {
  IconBrandFacebook,
  IconDeviceMobile,
  IconFlask,
  IconKey,
  IconPlugConnected,
  IconTransfer,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormError } from '../../../../ui/form.tsx';
import { icon } from '../../../../ui/icon.ts';
import styles from './add.module.css';
import { useMetaSignup } from './use-meta-signup.ts';

export type ConnectionOptions = { webhook_base: string; sandbox: boolean; embedded_signup: boolean };

/** The connection options, each with its requirements. */
export function ConnectionOptionCards({ options }: { options: ConnectionOptions }) {
  const { t } = useLingui();
  return (
    <>
      <ul className={styles.options}>
        {options.embedded_signup && <SignupOption />}
        <ConnectionOption
          picture={<IconKey {...icon} />}
          what={t`You have your own Meta app. Paste two IDs, a token and a secret; each is checked as you type.`}
        >
          <Link to="/channels/add" search={{ way: 'ids' }}>{t`WhatsApp by IDs and token`}</Link>
        </ConnectionOption>
        <ConnectionOption
          picture={<IconDeviceMobile {...icon} />}
          what={t`Your team goes on using the WhatsApp Business app, and Parley beside it.`}
        >
          <Link to="/channels/add" search={{ way: 'app' }}>{t`A number in the WhatsApp Business app`}</Link>
        </ConnectionOption>
        <ConnectionOption
          picture={<IconTransfer {...icon} />}
          what={t`The number is with another provider. See what moves along and what doesn’t.`}
        >
          <Link to="/channels/add" search={{ way: 'move' }}>{t`Move a number from another provider`}</Link>
        </ConnectionOption>
        {options.sandbox && (
          <ConnectionOption
            picture={<IconFlask {...icon} />}
            what={t`Play both sides without any number. Your account has one already, and nothing leaves this machine.`}
          >
            <Link to="/sandbox">{t`Sandbox`}</Link>
          </ConnectionOption>
        )}
        <ConnectionOption
          picture={<IconPlugConnected {...icon} />}
          what={t`Connect another messaging service with an adapter for Parley’s open protocol. No reply windows, no templates.`}
        >
          <Link to="/channels/add" search={{ way: 'adapter' }}>{t`Own adapter`}</Link>
        </ConnectionOption>
      </ul>
      <p className={styles.lead}>
        {t`A number that is also used in the WhatsApp Business app sends up to 20 messages per second. A business that Meta hasn’t verified can message 250 contacts per day.`}
      </p>
    </>
  );
}

function ConnectionOption({ picture, what, children }: { picture: ReactNode; what: string; children: ReactNode }) {
  return (
    <li className={styles.option}>
      {picture}
      {children}
      <p>{what}</p>
    </li>
  );
}

function SignupOption() {
  const { t } = useLingui();
  const { busy, problem, leave } = useMetaSignup(false);
  return (
    <>
      <ConnectionOption
        picture={<IconBrandFacebook {...icon} />}
        what={t`Choose your business and number at Meta. The quickest way.`}
      >
        <button type="button" aria-busy={busy || undefined} onClick={() => void leave()}>
          {busy ? t`Opening Meta` : t`WhatsApp by signing up with Meta`}
        </button>
      </ConnectionOption>
      <FormError>{problem}</FormError>
    </>
  );
}
