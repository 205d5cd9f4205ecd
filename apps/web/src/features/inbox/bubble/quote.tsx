import { useLingui } from '@lingui/react/macro';
import type { MessageType } from '@parley/contract/types';
import styles from './bubble.module.css';
import { MessageIcon } from './message-icon.tsx';

/** The content of a quote; null when the quoted message is not loaded. */
export type QuotedMessage = { author: string; type: MessageType; line: string } | null;

/** The message that another one replies to, in two lines at most. With `onOpen` it scrolls there. */
export function Quote({ quoted, onOpen }: { quoted: QuotedMessage; onOpen?: () => void }) {
  const { t } = useLingui();
  const content =
    quoted === null ? (
      <span className={styles.quoteText}>{t`An earlier message`}</span>
    ) : (
      <>
        <bdi className={styles.quoted}>{quoted.author}</bdi>
        <span className={styles.quoteText} dir="auto">
          <MessageIcon type={quoted.type} /> {quoted.line}
        </span>
      </>
    );
  if (onOpen === undefined) return <span className={styles.quote}>{content}</span>;
  return (
    <button type="button" className={styles.quote} onClick={onOpen} data-tip={t`Show this message`}>
      {content}
    </button>
  );
}
