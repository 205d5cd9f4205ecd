import { useLingui } from '@lingui/react/macro';
import { IconListDetails, IconMapPin, IconPhone, IconShoppingBag } from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';
import card from './bubble-content.module.css';
import { FormattedText } from './formatted-text.tsx';
import styles from './rare-content.module.css';
import { SentCards } from './sent-cards.tsx';
import { Choice, LinkButton, ReplyButtons } from './sent-choices.tsx';
import type { SentInteractive } from './structured-content.ts';

/** A message with something to tap, as the customer sees it. */
export function SentInteractiveContent({ sent, messageId }: { sent: SentInteractive; messageId: string | undefined }) {
  const { t } = useLingui();
  const { header, body, footer, buttons, opens, sections, link, asksLocation, asksNumber, asksToCall, cards } = sent;
  const { products, opensCatalog } = sent;
  return (
    <>
      {header && <strong className={card.header}>{header}</strong>}
      {body && <FormattedText text={body} />}
      {products.length > 0 && <Products products={products} />}
      {footer && <span className={card.footer}>{footer}</span>}
      {cards.length > 0 && <SentCards cards={cards} messageId={messageId} />}
      <ReplyButtons titles={buttons} />
      {products.length > 1 && <Choice sign={<IconListDetails {...smallIcon} />}>{t`View items`}</Choice>}
      {opensCatalog && <Choice sign={<IconShoppingBag {...smallIcon} />}>{t`View catalog`}</Choice>}
      {opens && <Choice sign={<IconListDetails {...smallIcon} />}>{opens}</Choice>}
      {sections.length > 0 && <Options sections={sections} />}
      {link !== null && <LinkButton link={link} />}
      {asksLocation && <Choice sign={<IconMapPin {...smallIcon} />}>{t`Send location`}</Choice>}
      {asksNumber && <Choice sign={<IconPhone {...smallIcon} />}>{t`Share phone number`}</Choice>}
      {asksToCall && <Choice sign={<IconPhone {...smallIcon} />}>{t`Allow calls?`}</Choice>}
    </>
  );
}

/** The products of a catalogue that the customer can look at and order. */
function Products({ products }: Pick<SentInteractive, 'products'>) {
  const { t } = useLingui();
  return (
    <ul className={styles.products} aria-label={t`Products`}>
      {products.map(({ id, name, price }, at) => (
        // A program may name one twice.
        <li key={`${id}/${at.toString()}`} className={styles.product}>
          <IconShoppingBag {...smallIcon} />
          <span className={styles.option}>
            <bdi>{name}</bdi>
            {price && <bdi className={card.quiet}>{price}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The options of a list, which the customer sees after tapping its button. */
function Options({ sections }: Pick<SentInteractive, 'sections'>) {
  return (
    <span className={styles.sections}>
      {sections.map(({ title, rows }, at) => (
        // Titles may repeat.
        <span key={`${title}/${at.toString()}`} className={styles.options}>
          {title && <bdi className={card.quiet}>{title}</bdi>}
          {rows.map((row, place) => (
            <span key={`${row.title}/${place.toString()}`} className={styles.option}>
              <bdi>{row.title}</bdi>
              {row.description && <bdi className={card.quiet}>{row.description}</bdi>}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
