import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetHello, helloOf } from '../../platform/hello-note.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/layer/dialog.tsx';
import styles from './hello.module.css';

/** After joining an account, once: three things to know, each a link. No tour. */
export function Hello() {
  const { t } = useLingui();
  const [name, setName] = useState(helloOf);
  if (name === null) return null;
  const close = () => {
    forgetHello();
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
          <strong>{t`Conversations wait in the inbox.`}</strong>{' '}
          {t`Answer one, or take it yourself with I. Mine shows what is yours.`}
        </li>
        <li>
          <strong>{t`Say who you are.`}</strong>{' '}
          <Link to="/settings/personal" onClick={close}>{t`Your name, photo and sounds`}</Link>{' '}
          {t`are under personal settings.`}
        </li>
        <li>
          <strong>{t`You are not alone.`}</strong> <Link to="/team" onClick={close}>{t`The team`}</Link>{' '}
          {t`shows who is here and whom to ask. Press ? for the keys.`}
        </li>
      </ol>
    </Dialog>
  );
}
