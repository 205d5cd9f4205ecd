import { useLingui } from '@lingui/react/macro';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import styles from './move.module.css';

/** How a whole account comes from another installation: not here, where an account is already. */
export function OtherParley() {
  const { t } = useLingui();
  return (
    <Disclosure title={t`How do I bring an account from another Parley?`} look="link">
      <ol className={styles.steps}>
        <li>{t`There, an Owner exports everything: Settings → Business settings → Export everything.`}</li>
        <li>{t`Install the same version of Parley, and don’t sign up. An archive becomes the first account, so it can’t be imported where one exists, like here.`}</li>
        <li>
          {t`With the server stopped, run this in the folder of Parley, with the name of your file:`}
          <CopyText label={t`Command`} text="npm run import-account -- parley-export.tar.gz" />
        </li>
        <li>
          {t`If the file has a password, run this instead:`}
          <CopyText
            label={t`Command with a password`}
            text="EXPORT_PASSWORD='…' npm run import-account -- parley-export.tar.gz.age"
          />
        </li>
        <li>{t`Start the server with npm start. Members sign in with a code sent to their email address.`}</li>
      </ol>
    </Disclosure>
  );
}
