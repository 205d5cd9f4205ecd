import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clearWelcomeMessage, getWelcomeMessage } from '../../../platform/welcome-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import styles from './welcome-message.module.css';

/** Shown once after joining an account: three things to know, each with a link. */
export function WelcomeMessage() {
  const { t } = useLingui();
  const [name, setName] = useState(getWelcomeMessage);
  if (name === null) return null;
  const close = () => {
    clearWelcomeMessage();
    setName(null);
  };
  return (
    <Dialog
      title={name === '' ? t`Welcome` : t`Welcome to ${name}`}
      onClose={close}
      footer={<Button variant="filled" data-focus onClick={close}>{t`Open the inbox`}</Button>}
    >
      <ol className={styles.steps}>
        <li>
          <strong>{t`Conversations wait in the inbox.`}</strong> {t`Reply to one, or assign it to yourself with I.`}
        </li>
        <li>
          <strong>{t`Complete your profile.`}</strong>{' '}
          <Link to="/settings/personal" onClick={close}>{t`Your name and photo`}</Link>{' '}
          {t`are under personal settings.`}
        </li>
        <li>
          <strong>{t`Meet your team.`}</strong> <Link to="/team" onClick={close}>{t`The team`}</Link>{' '}
          {t`shows who is online and whom to ask. Press ? for shortcuts.`}
        </li>
      </ol>
    </Dialog>
  );
}
