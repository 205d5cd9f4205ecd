import { useLingui } from '@lingui/react/macro';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import { type ConnectStep, metaPages } from '../../data/meta-pages.ts';
import { MetaDrawing } from './meta-drawing.tsx';
import styles from './meta-guide.module.css';

/** Where in Meta's console a step finds its values: a link to the page, the page drawn, and what to do on it. */
export function MetaGuide({ step, appId, heading }: { step: ConnectStep; appId: string; heading: ReactNode }) {
  const { t } = useLingui();
  const { drawing, instructions } = useGuide(step);
  return (
    <div className={styles.guide}>
      <div className={styles.head}>
        {heading}
        <a href={metaPages(appId)[step]} target="_blank" rel="noreferrer">
          {t`Open page`}
          <IconExternalLink {...smallIcon} aria-hidden="true" />
        </a>
      </div>
      <MetaDrawing step={step} label={drawing} />
      <ol className={styles.instructions}>
        {instructions.map((instruction) => (
          <li key={instruction}>
            <span>{instruction}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function useGuide(step: ConnectStep): { drawing: string; instructions: string[] } {
  const { t } = useLingui();
  switch (step) {
    case 'app':
      return {
        drawing: t`Drawing of Meta’s page Apps: the button Create App, the use case and the app’s ID`,
        instructions: [
          t`Select Create App.`,
          t`Choose the use case “Connect with customers through WhatsApp” and your business.`,
          t`Copy the app ID here, so that the links lead to your app.`,
        ],
      };
    case 'token':
      return {
        drawing: t`Drawing of Meta’s page System users: the buttons Add, Assign assets and Generate token`,
        instructions: [
          t`Add a system user with the role Admin.`,
          t`Assign it your app and your WhatsApp account, both with full control.`,
          t`Generate a token for the app. Choose “Never” as its expiry.`,
          t`Select both permissions that start with whatsapp_business.`,
        ],
      };
    case 'ids':
      return {
        drawing: t`Drawing of Meta’s page API Setup: the number, its ID and the ID of the business account`,
        instructions: [
          t`Choose your number under From. To add one, select Add phone number.`,
          t`Copy the phone number ID.`,
          t`Copy the WhatsApp Business account ID.`,
        ],
      };
    case 'secret':
      return {
        drawing: t`Drawing of Meta’s page Basic settings, where the button Show reveals the secret`,
        instructions: [t`Select Show beside the app secret and copy it.`],
      };
    case 'callback':
      return {
        drawing: t`Drawing of Meta’s page Configuration: the fields Callback URL and Verify token and the button Verify and save`,
        instructions: [
          t`Paste the callback URL.`,
          t`Paste the verify token.`,
          t`Select Verify and save. Meta calls Parley once.`,
          t`Turn on messages under Webhook fields.`,
        ],
      };
  }
}
