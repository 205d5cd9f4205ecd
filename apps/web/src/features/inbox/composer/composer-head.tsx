import { useLingui } from '@lingui/react/macro';
import { IconClockHour4, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Quote, type QuotedMessage } from '../bubble/quote.tsx';
import styles from './composer.module.css';

/** When and at what price the customer can be answered. */
export type ReplyWindow = {
  /** The window is closed: what is written is sent when the customer replies. */
  closed?: { since: ReactNode; notice: ReactNode } | undefined;
  /** How long the window stays open, as text. */
  words: { tone: 'ok' | 'warn' | 'bad'; until: string; left: string } | null;
  /** What a reply costs, behind how long the window stays open. */
  cost?: ReactNode;
  /** When the window closes; null where there is none. */
  expiresAt: string | null;
  nowMs: number;
};

/** The message that the reply quotes, and the act that takes it away. */
export type ReplyQuote = { shown: QuotedMessage | undefined; onRemove: () => void };

type ComposerHeadProps = { tabs?: ReactNode; window: ReplyWindow; quote?: ReplyQuote | undefined };

/** What stands above the field: the kinds of messages, the reply window and the quoted message. */
export function ComposerHead({ tabs, window: { closed, words, cost }, quote }: ComposerHeadProps) {
  const { t } = useLingui();
  return (
    <>
      <div className={styles.top}>
        {tabs ?? <span className={styles.title}>{t`Reply`}</span>}
        {closed?.since ?? <WindowLeft words={words} cost={cost} />}
      </div>
      {closed?.notice}
      {quote?.shown !== undefined && (
        <div className={styles.quoted}>
          <Quote quoted={quote.shown} />
          <IconButton label={t`Answer without quoting`} size="sm" onClick={quote.onRemove}>
            <IconX {...icon} />
          </IconButton>
        </div>
      )}
    </>
  );
}

function WindowLeft({ words, cost }: Pick<ReplyWindow, 'words' | 'cost'>) {
  const { t } = useLingui();
  if (words === null) return null;
  return (
    <span className={styles.window}>
      <IconClockHour4 {...smallIcon} className={styles[words.tone]} />
      <span>
        {t({ message: 'Open', context: 'reply window' })} <span className={styles.desk}>{t`until ${words.until}`}</span>{' '}
        · <span className={`${styles.left} ${styles[words.tone]}`}>{words.left}</span>
        {cost}
      </span>
    </span>
  );
}
