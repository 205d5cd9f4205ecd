import { useLingui } from '@lingui/react/macro';
import type { MessageError } from '@parley/contract/types';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import styles from '../bubble.module.css';
import { providerWordsOf } from './message-notice.ts';
import { NoticeLine } from './notice-line.tsx';

/** WhatsApp's own words about an error, opened on request. */
export function ErrorDetails({ words }: { words: string }) {
  const { t } = useLingui();
  return (
    <Disclosure className={styles.errorDetails} title={t`Details`}>
      <bdi>{words}</bdi>
    </Disclosure>
  );
}

/** Below a customer's message that WhatsApp passed on with an error. */
export function IncomingError({ error }: { error: MessageError }) {
  const { t } = useLingui();
  const words = providerWordsOf(error);
  return (
    <NoticeLine tone="warn" incoming>
      {t`WhatsApp reported a problem with this message.`}
      {words !== null && <ErrorDetails words={words} />}
    </NoticeLine>
  );
}
