import { useLingui } from '@lingui/react/macro';
import { FormattedText } from '../../../inbox/public.ts';
import { usePhoneFile } from '../../data/sandbox/use-phone-file.ts';
import styles from './phone-content.module.css';
import type { PhoneContentProps } from './phone-content-props.ts';
import { type OfferedProduct, PhoneProducts } from './phone-products.tsx';

type Reply = { id: string; title: string };
type Button = { reply?: Reply; quick_reply?: Reply };
type Row = { id: string; title: string; description?: string };
type Section = { title?: string; rows?: Row[] };
type InteractiveContent = {
  type?: string;
  header?: { text?: string };
  body?: { text?: string };
  footer?: { text?: string };
  button_reply?: { title: string };
  list_reply?: { title: string };
  call_permission_reply?: { response?: string };
  action?: Action & { sections?: Section[]; cards?: Card[]; catalog_id?: string };
  products?: OfferedProduct[];
};
type Action = { buttons?: Button[]; parameters?: { display_text?: string; url?: string } };
type File = { id?: string };
type Card = { header?: { type?: string; image?: File; video?: File }; body?: { text?: string }; action?: Action };

type PhoneInteractiveProps = Omit<PhoneContentProps, 'onPlay'>;

/** A message with something to tap, and what the customer tapped. */
export function PhoneInteractive({ message, onTap, onOrder, onShareLocation }: PhoneInteractiveProps) {
  const { t } = useLingui();
  const content = message.content as InteractiveContent;
  const { type, header, body, footer, button_reply, list_reply, action, call_permission_reply: permitted } = content;
  const permission = permitted && (permitted.response === 'accept' ? t`Calls allowed` : t`Calls declined`);
  const { sections = [], cards = [], catalog_id } = action ?? {};
  const { products } = content;
  return (
    <>
      {header?.text && <strong className={styles.strong}>{header.text}</strong>}
      <FormattedText text={body?.text ?? button_reply?.title ?? list_reply?.title ?? permission ?? ''} />
      {footer?.text && <span className={styles.quiet}>{footer.text}</span>}
      {products !== undefined && (
        <PhoneProducts
          products={products}
          onOrder={(order) => onOrder({ ...(catalog_id !== undefined && { catalog_id }), ...order })}
        />
      )}
      {action !== undefined && (
        <span className={styles.buttons}>
          <ActionButtons action={action} onTap={onTap} />
          {sections.map(({ title, rows = [] }) => [
            title && <span key={title}>{title}</span>,
            ...rows.map((row) => (
              <button key={row.id} type="button" onClick={() => onTap({ row_id: row.id })}>
                {row.title}
                {row.description && <small className={styles.quiet}>{row.description}</small>}
              </button>
            )),
          ])}
          {type === 'location_request_message' && (
            <button type="button" onClick={onShareLocation}>{t`Send location`}</button>
          )}
          {type === 'call_permission_request' &&
            [t`Allow calls for 7 days`, t`Always allow calls`, t`Don’t allow calls`].map((label, button) => (
              <button key={label} type="button" onClick={() => onTap({ button })}>
                {label}
              </button>
            ))}
          {type === 'request_contact_info' && (
            <button type="button" onClick={() => onTap({ button: 0 })}>{t`Share phone number`}</button>
          )}
        </span>
      )}
      {cards.length > 0 && (
        <span className={styles.cards}>
          {cards.map((card, at) => (
            // Two cards may be alike.
            <span key={at.toString()} className={styles.templateCard}>
              <CardFile header={card.header} />
              <FormattedText text={card.body?.text ?? ''} />
              <span className={styles.buttons}>
                <ActionButtons action={card.action} onTap={(what) => onTap({ ...what, card: at })} />
              </span>
            </span>
          ))}
        </span>
      )}
    </>
  );
}

type ActionButtonsProps = { action: Action | undefined; onTap: (what: { button: number }) => void };

function ActionButtons({ action: { buttons = [], parameters } = {}, onTap }: ActionButtonsProps) {
  return (
    <>
      {buttons.map(({ reply, quick_reply }, at) => (
        <button key={(reply ?? quick_reply)?.id ?? at} type="button" onClick={() => onTap({ button: at })}>
          {(reply ?? quick_reply)?.title}
        </button>
      ))}
      {parameters?.display_text && (
        <a href={parameters.url} target="_blank" rel="noopener noreferrer">
          {parameters.display_text}
        </a>
      )}
    </>
  );
}

function CardFile({ header }: Pick<Card, 'header'>) {
  const { t } = useLingui();
  const isVideo = header?.type === 'video';
  const url = usePhoneFile((isVideo ? header.video : header?.image)?.id ?? null);
  if (url === null) return <span className={styles.box} />;
  if (url === '') return <span className={styles.gone}>{t`The file no longer exists`}</span>;
  if (!isVideo) return <img className={styles.picture} src={url} alt="" />;
  return (
    <video className={styles.picture} src={url} controls preload="metadata">
      <track kind="captions" />
    </video>
  );
}
