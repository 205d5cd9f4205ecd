import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { IconExternalLink, IconMapPin } from '@tabler/icons-react';
import { createElement, Fragment, type ReactNode } from 'react';
import { smallIcon } from '../../../ui/icon.ts';
import { mediaOf } from '../use-fresh-media.ts';
import { readText, useMessageWords } from '../use-message-words.ts';
import styles from './bubble-content.module.css';
import { FormattedText } from './formatted-text.tsx';
import { MediaContent } from './media-content.tsx';
import { MessageIcon } from './message-icon.tsx';
import { TemplateContent } from './template-content.tsx';

/** What a message says, by its type; every type has a rendering, and whatever came malformed still says what it is. */
export function BubbleContent({ message, mayReadRaw }: { message: Message; mayReadRaw: boolean }): ReactNode {
  if (message.text !== undefined) return <FormattedText text={message.text.body} />;
  if (mediaOf(message) !== undefined) return <MediaContent message={message} />;
  if (message.template !== undefined) return <TemplateContent template={message.template} />;
  if (message.location !== undefined) return <LocationContent location={message.location} />;
  if (message.contacts !== undefined) return <SharedContacts contacts={message.contacts} />;
  if (message.button !== undefined) return <FormattedText text={readText(message.button, 'text')} />;
  if (message.order !== undefined) return <OrderContent order={message.order} />;
  if (message.interactive !== undefined) return <InteractiveContent interactive={message.interactive} />;
  return <Unsupported message={message} mayReadRaw={mayReadRaw} />;
}

function LocationContent({ location }: { location: Record<string, unknown> }) {
  const { t } = useLingui();
  const latitude = Number(location.latitude);
  const longitude = Number(location.longitude);
  const known = Number.isFinite(latitude) && Number.isFinite(longitude);
  const name = readText(location, 'name');
  const address = readText(location, 'address');
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <span className={styles.card}>
      <IconMapPin {...smallIcon} />
      <span className={styles.cardWords}>
        <span className={styles.strong}>{name || t`Location`}</span>
        {address && <span className={styles.quiet}>{address}</span>}
        {known && (
          <a className={styles.link} href={map} target="_blank" rel="noopener noreferrer">
            <bdi>{`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</bdi>
            <IconExternalLink {...smallIcon} size={13} />
          </a>
        )}
      </span>
    </span>
  );
}

function SharedContacts({ contacts }: { contacts: readonly unknown[] }) {
  return createElement(Fragment, null, ...contacts.map(sharedContact));
}

function sharedContact(contact: unknown): ReactNode {
  return <SharedContact contact={contact} />;
}

function SharedContact({ contact }: { contact: unknown }) {
  const { t } = useLingui();
  const fields = contact as { name?: unknown; phones?: unknown } | null;
  const phones = Array.isArray(fields?.phones) ? fields.phones : [];
  const numbers = phones.map((phone) => readText(phone, 'phone') || readText(phone, 'wa_id')).filter(Boolean);
  return (
    <span className={styles.card}>
      <MessageIcon type="contacts" />
      <span className={styles.cardWords}>
        <bdi className={styles.strong}>{readText(fields?.name, 'formatted_name') || t`Contact without a name`}</bdi>
        {[...new Set(numbers)].map((number) => (
          <bdi key={number} className={styles.quiet}>
            {number}
          </bdi>
        ))}
      </span>
    </span>
  );
}

function OrderContent({ order }: { order: Record<string, unknown> }) {
  const { t } = useLingui();
  const items = Array.isArray(order.product_items) ? order.product_items : [];
  const pieces = items.reduce(
    (sum: number, item: { quantity?: unknown } | null) => sum + (Number(item?.quantity) || 1),
    0,
  );
  const text = readText(order, 'text');
  return (
    <>
      <span className={styles.file}>
        <MessageIcon type="order" />
        {t`Order, ${pieces} pieces of ${items.length} products`}
      </span>
      {text && <FormattedText text={text} />}
    </>
  );
}

/** Flow answers and whatever else is interactive: its words when it has some. */
function InteractiveContent({ interactive }: { interactive: Record<string, unknown> }) {
  const { typeWords } = useMessageWords();
  const reply = interactive.nfm_reply ?? interactive.button_reply ?? interactive.list_reply;
  const words =
    readText(reply, 'title') ||
    readText(reply, 'body') ||
    readText(interactive.body, 'text') ||
    readText(interactive, 'body');
  if (words !== '') return <FormattedText text={words} />;
  return (
    <span className={styles.file}>
      <MessageIcon type="interactive" />
      {typeWords.interactive}
    </span>
  );
}

function Unsupported({ message, mayReadRaw }: { message: Message; mayReadRaw: boolean }) {
  const { t } = useLingui();
  const raw = message.unsupported?.raw;
  return (
    <>
      <span className={styles.file}>
        <MessageIcon type="unsupported" />
        {t`This message type is not supported yet`}
      </span>
      {mayReadRaw && raw !== undefined && (
        <details className={styles.raw}>
          <summary>{t`Show what WhatsApp sent`}</summary>
          {/* Scrolls by keyboard too. */}
          <pre dir="ltr" tabIndex={-1}>
            {JSON.stringify(raw, null, 2)}
          </pre>
        </details>
      )}
    </>
  );
}
