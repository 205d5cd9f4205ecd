import { useLingui } from '@lingui/react/macro';
import card from './bubble-content.module.css';
import { FormattedText } from './formatted-text.tsx';
import { MessageIcon } from './message-icon.tsx';
import styles from './sent-cards.module.css';
import { LinkButton, ReplyButtons } from './sent-choices.tsx';
import type { SentCard } from './structured-content.ts';
import { useFreshCards } from './use-fresh-cards.ts';
import { useMessageLabels } from './use-message-labels.ts';

/** The cards of a carousel, side by side as the customer has them. */
export function SentCards({ cards, messageId }: { cards: readonly SentCard[]; messageId: string | undefined }) {
  const { t } = useLingui();
  const shown = useFreshCards(messageId, cards);
  return (
    // Scrollable by keyboard.
    <ul className={styles.cards} aria-label={t`Carousel, ${cards.length} cards`} tabIndex={-1}>
      {shown.map((one, at) => (
        // Two cards may be alike.
        <li key={at.toString()} className={styles.card}>
          <CardFile card={one} />
          <FormattedText text={one.body} />
          <ReplyButtons titles={one.buttons} />
          {one.link !== null && <LinkButton link={one.link} />}
        </li>
      ))}
    </ul>
  );
}

function CardFile({ card: { kind, file, address } }: { card: SentCard }) {
  const { typeText } = useMessageLabels();
  if (file?.state === 'ready' && file.url !== null) {
    if (file.mime_type.startsWith('video/')) {
      return (
        <video className={styles.file} src={file.url} controls preload="metadata" muted playsInline>
          <track kind="captions" />
        </video>
      );
    }
    return <img className={styles.file} src={file.thumbnail_url ?? file.url} alt={typeText[kind]} loading="lazy" />;
  }
  return (
    <span className={styles.noFile}>
      <MessageIcon type={kind} />
      <span className={card.quiet}>{file?.reason ?? (address || typeText[kind])}</span>
    </span>
  );
}
