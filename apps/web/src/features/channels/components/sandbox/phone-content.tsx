import { useLingui } from '@lingui/react/macro';
import { readOrder } from '@parley/contract/order';
import type { SandboxPhoneMessage } from '@parley/contract/types';
import { IconFileText, IconMapPin, IconPhone, IconShoppingBag, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import { FormattedText } from '../../../inbox/public.ts';
import { phoneText } from '../../data/sandbox/phone-history.ts';
import { usePhoneFile } from '../../data/sandbox/use-phone-file.ts';
import styles from './phone-content.module.css';
import type { PhoneContentProps } from './phone-content-props.ts';
import { PhoneInteractive } from './phone-interactive.tsx';

/** The content of a message on the simulated phone, by its type. */
export function PhoneContent({ message, onTap, onPlay, onOrder, onShareLocation }: PhoneContentProps) {
  const { t } = useLingui();
  const { type, content } = message;
  const words = phoneText(message);
  switch (type) {
    case 'image':
    case 'sticker':
    case 'video':
      return (
        <>
          <Seen message={message} />
          {words !== '' && <FormattedText text={words} />}
        </>
      );
    case 'audio':
      return <Sound message={message} onPlay={onPlay} />;
    case 'document':
      return <File message={message} />;
    case 'location':
      return (
        <Card sign={<IconMapPin {...smallIcon} />} title={words || t`Location`}>
          {typeof content['address'] === 'string' && <bdi className={styles.block}>{content['address']}</bdi>}
          <bdi>{`${String(content['latitude'])}, ${String(content['longitude'])}`}</bdi>
        </Card>
      );
    case 'contacts':
      return cardsIn(content).map(({ name, lines }, at) => (
        // Two cards may be alike.
        <Card key={`${name}/${at.toString()}`} sign={<IconUser {...smallIcon} />} title={name}>
          {lines.length === 0
            ? t`Contact`
            : lines.map((line) => (
                <bdi key={line} className={styles.block}>
                  {line}
                </bdi>
              ))}
        </Card>
      ));
    case 'call':
      return <Card sign={<IconPhone {...smallIcon} />} title={t`Call`}>{t`Not answered`}</Card>;
    case 'order':
      return <Order content={content} />;
    case 'template':
      return <Template message={message} onTap={onTap} />;
    case 'interactive':
      return <PhoneInteractive message={message} onTap={onTap} onOrder={onOrder} onShareLocation={onShareLocation} />;
    default:
      if (words !== '') return <FormattedText text={words} />;
      return <span className={styles.gone}>{t`A message of type ${type}`}</span>;
  }
}

function Order({ content }: Pick<SandboxPhoneMessage, 'content'>) {
  const { t } = useLingui();
  const { lines, pieces } = readOrder(content);
  const title = pieces === 1 ? t`Order: 1 item` : t`Order: ${pieces} items`;
  return (
    <Card sign={<IconShoppingBag {...smallIcon} />} title={title}>
      {lines.map(({ quantity, article }, at) => (
        // An article may be there twice.
        <bdi key={`${article}/${at.toString()}`} className={styles.block}>{`${quantity} × ${article}`}</bdi>
      ))}
    </Card>
  );
}

function fileOf({ content }: SandboxPhoneMessage): string | null {
  return typeof content['id'] === 'string' ? content['id'] : null;
}

function Seen({ message }: { message: SandboxPhoneMessage }) {
  const { t } = useLingui();
  const url = usePhoneFile(fileOf(message));
  if (url === null) return <span className={styles.box} />;
  if (url === '') return <span className={styles.gone}>{t`The file no longer exists`}</span>;
  if (message.type === 'video') {
    return (
      <video className={styles.picture} src={url} controls preload="metadata">
        <track kind="captions" />
      </video>
    );
  }
  return (
    <img
      className={message.type === 'sticker' ? styles.sticker : styles.picture}
      src={url}
      alt={message.type === 'sticker' ? t`Sticker` : t`Picture`}
    />
  );
}

function Sound({ message, onPlay }: { message: SandboxPhoneMessage; onPlay: () => void }) {
  const { t } = useLingui();
  const url = usePhoneFile(fileOf(message));
  if (url === '') return <span className={styles.gone}>{t`The file no longer exists`}</span>;
  return (
    <audio className={styles.sound} src={url ?? undefined} controls aria-label={t`Voice message`} onPlay={onPlay}>
      <track kind="captions" />
    </audio>
  );
}

function File({ message }: { message: SandboxPhoneMessage }) {
  const { t } = useLingui();
  const url = usePhoneFile(fileOf(message));
  const named = message.content['filename'];
  const name = typeof named === 'string' ? named : t`Document`;
  const caption = message.content['caption'];
  return (
    <>
      <a className={styles.card} href={url || undefined} download={name} aria-disabled={!url || undefined}>
        <IconFileText {...smallIcon} />
        <bdi>{name}</bdi>
      </a>
      {typeof caption === 'string' && caption !== '' && <FormattedText text={caption} />}
    </>
  );
}

function Card({ sign, title, children }: { sign: ReactNode; title: string; children: ReactNode }) {
  return (
    <span className={styles.card}>
      {sign}
      <span>
        <bdi className={styles.strong}>{title}</bdi>
        <span className={styles.quiet}>{children}</span>
      </span>
    </span>
  );
}

type SentCard = {
  name?: { formatted_name?: string };
  org?: { company?: string };
  phones?: { phone?: string }[];
  emails?: { email?: string }[];
};

/** The contact cards of a message: name, and what else stands on each. */
function cardsIn(content: Record<string, unknown>): { name: string; lines: string[] }[] {
  const cards = Array.isArray(content['contacts']) ? (content['contacts'] as SentCard[]) : [];
  return cards.map(({ name, org, phones = [], emails = [] }) => ({
    name: name?.formatted_name ?? '',
    lines: [org?.company, ...phones.map(({ phone }) => phone), ...emails.map(({ email }) => email)].filter(
      (line): line is string => line !== undefined && line !== '',
    ),
  }));
}

type PhoneTemplateProps = {
  display: Omit<NonNullable<SandboxPhoneMessage['display']>, 'cards'>;
  onTap: PhoneContentProps['onTap'];
};

function Template({ message: { display }, onTap }: Pick<PhoneContentProps, 'message' | 'onTap'>) {
  if (display === null) return null;
  return (
    <>
      <TemplateParts display={display} onTap={onTap} />
      {display.cards?.map((card, at) => (
        // Two cards may be alike.
        <span key={at.toString()} className={styles.templateCard}>
          <TemplateParts display={card} onTap={onTap} />
        </span>
      ))}
    </>
  );
}

function TemplateParts({ display, onTap }: PhoneTemplateProps) {
  const { t, i18n } = useLingui();
  const { header, body, footer, buttons, offer } = display;
  const ends =
    offer?.expires_at === undefined ? null : i18n.date(offer.expires_at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {header && <strong className={styles.strong}>{header}</strong>}
      {offer !== undefined && <strong className={styles.strong}>{offer.text}</strong>}
      {ends !== null && <span className={styles.quiet}>{t`Ends ${ends}`}</span>}
      <FormattedText text={body} />
      {footer && <span className={styles.quiet}>{footer}</span>}
      {buttons.length > 0 && (
        <span className={styles.buttons}>
          {buttons.map(({ text, answers }, at) =>
            answers ? (
              <button key={text} type="button" onClick={() => onTap({ button: at })}>
                {text}
              </button>
            ) : (
              <span key={text}>{text}</span>
            ),
          )}
        </span>
      )}
    </>
  );
}
