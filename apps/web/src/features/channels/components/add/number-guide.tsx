import { useLingui } from '@lingui/react/macro';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { FormError } from '../../../../ui/form.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { whatsAppManagerNumbers } from '../../data/meta-pages.ts';
import styles from './add.module.css';
import guideStyles from './meta-guide.module.css';
import { useMetaSignup } from './use-meta-signup.ts';

export type NumberGuideProps = {
  /** Whether the operator has set up signing up with Meta. */
  signup: boolean;
};

/** A number that stays in the WhatsApp Business app: what it needs, what changes, and Meta’s sign-up for it. */
export function AppNumberGuide({ signup }: NumberGuideProps) {
  const { t } = useLingui();
  return (
    <>
      <p className={styles.lead}>
        {t`The app on the phone and Parley share the number: what either sends shows in both, and customers notice nothing.`}
      </p>
      <Steps
        steps={[
          t`Update the WhatsApp Business app on the phone that has the number; it must be version 2.24.17 or newer.`,
          t`Sign up with Meta here, choose to connect the existing app, and enter the number. WhatsApp writes to the app how to scan the code that Meta’s page shows.`,
          t`Choose whether to share the chats of the last six months.`,
          t`Back in Parley, load contacts and chats under Registration. WhatsApp allows that for 24 hours.`,
        ]}
      />
      <Facts
        title={t`What changes`}
        facts={[
          t`At most 20 messages per second.`,
          t`Groups, disappearing messages and view-once messages stay in the app.`,
          t`Devices that were linked to the app are unlinked once; link them again afterwards.`,
          t`No calls through Parley, and no choice of where WhatsApp stores messages.`,
          t`WhatsApp ends the connection if the app on the phone isn’t opened for 14 days.`,
          t`Numbers of Nigeria and South Africa can’t do this.`,
        ]}
      />
      {signup ? (
        <SignupButton keepApp />
      ) : (
        <p className={styles.lead}>
          {t`This is possible only by signing up with Meta, which this server’s operator hasn’t set up (META_LOGIN_CONFIG_ID).`}
        </p>
      )}
    </>
  );
}

/** A number that another provider runs: what moves along, what is lost, and the way to move it. */
export function MoveNumberGuide({ signup }: NumberGuideProps) {
  const { t } = useLingui();
  return (
    <>
      <p className={styles.lead}>
        {t`A number moves between WhatsApp Business accounts without leaving WhatsApp. Until it is registered here, the other provider goes on receiving its messages.`}
      </p>
      <Facts
        title={t`What moves along`}
        facts={[
          t`The display name, the quality rating and the message limit.`,
          t`The badge of an official business account.`,
          t`Approved templates of high quality. They are checked again, and may be rejected then.`,
        ]}
      />
      <Facts
        title={t`What is lost`}
        facts={[
          t`The conversations: ask the other provider for an export before, and import it into Parley.`,
          t`All other templates, and how the templates were rated: create them again and wait for the review.`,
          t`What the other provider does with the number: its bots, webhooks and scheduled messages.`,
        ]}
      />
      <Steps
        steps={[
          t`Make sure that Meta has verified your business, and that the number’s display name is approved.`,
          t`Have two-step verification turned off for the number: in WhatsApp Manager, or by the other provider. Otherwise the PIN they chose is needed.`,
          signup
            ? t`Sign up with Meta here and enter the number. Meta sends a code to it by text or call.`
            : t`Add the number to your own WhatsApp account in WhatsApp Manager. Meta sends a code to it by text or call.`,
          signup
            ? t`Register the number with a new PIN under Registration. From then on its messages come here.`
            : t`Connect it by IDs and token, and register it with a new PIN under Registration. From then on its messages come here.`,
        ]}
      />
      <p>
        <a href={whatsAppManagerNumbers} target="_blank" rel="noreferrer">
          {t`Open WhatsApp Manager`} <IconExternalLink {...smallIcon} aria-hidden="true" />
        </a>
      </p>
      {signup ? (
        <SignupButton keepApp={false} />
      ) : (
        <p>
          <Link to="/channels/add" search={{ way: 'ids' }} className={buttonClass({ variant: 'filled' })}>
            {t`Connect by IDs and token`}
          </Link>
        </p>
      )}
    </>
  );
}

function SignupButton({ keepApp }: { keepApp: boolean }) {
  const { t } = useLingui();
  const { busy, problem, leave } = useMetaSignup(keepApp);
  return (
    <>
      <FormError>{problem}</FormError>
      <p>
        <Button variant="filled" busy={busy} onClick={() => void leave()}>
          {t`Sign up with Meta`}
        </Button>
      </p>
    </>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={guideStyles.instructions}>
      {steps.map((step) => (
        <li key={step}>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}

function Facts({ title, facts }: { title: ReactNode; facts: readonly string[] }) {
  return (
    <section className={styles.facts}>
      <h3>{title}</h3>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
}
