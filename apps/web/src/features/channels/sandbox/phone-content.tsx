import { useLingui } from '@lingui/react/macro';
import type { SandboxPhoneMessage } from '@parley/contract/types';
import { IconFileText, IconMapPin, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../../ui/icon.ts';
import { FormattedText } from '../../inbox/public.ts';
import { phoneWords } from '../phone-book.ts';
import styles from './phone-content.module.css';
import { usePhoneFile } from './use-phone-file.ts';

export type PhoneContentProps = {
  message: SandboxPhoneMessage;
  onTap: (what: { button: number } | { row_id: string }) => void;
  onPlay: () => void;
};

/** What a message shows on the simulated phone, by its type. */
export function PhoneContent({ message, onTap, onPlay }: PhoneContentProps) {
  const { t } = useLingui();
  const { type, content } = message;
  const words = phoneWords(message);
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
        <Card sign={<IconMapPin {...smallIcon} />} title={words || t`A place`}>
          <bdi>{`${String(content['latitude'])}, ${String(content['longitude'])}`}</bdi>
        </Card>
      );
    case 'contacts':
      return (
        <Card sign={<IconUser {...smallIcon} />} title={namesIn(content)}>
          {t`Contact`}
        </Card>
      );
    case 'template':
      return <Template message={message} onTap={onTap} />;
    case 'interactive':
      return <Interactive message={message} onTap={onTap} />;
    default:
      if (words !== '') return <FormattedText text={words} />;
      return <span className={styles.gone}>{t`A message of type ${type}`}</span>;
  }
}

function fileOf({ content }: SandboxPhoneMessage): string | null {
  return typeof content['id'] === 'string' ? content['id'] : null;
}

function Seen({ message }: { message: SandboxPhoneMessage }) {
  const { t } = useLingui();
  const url = usePhoneFile(fileOf(message));
  if (url === null) return <span className={styles.box} />;
  if (url === '') return <span className={styles.gone}>{t`The file is not there (any more)`}</span>;
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
  if (url === '') return <span className={styles.gone}>{t`The file is not there (any more)`}</span>;
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

function namesIn(content: Record<string, unknown>): string {
  const cards = Array.isArray(content['contacts'])
    ? (content['contacts'] as { name?: { formatted_name?: string } }[])
    : [];
  return cards.map(({ name }) => name?.formatted_name ?? '').join(', ');
}

function Template({ message: { display }, onTap }: Pick<PhoneContentProps, 'message' | 'onTap'>) {
  if (display === null) return null;
  return (
    <>
      {display.header && <strong className={styles.strong}>{display.header}</strong>}
      <FormattedText text={display.body} />
      {display.footer && <span className={styles.quiet}>{display.footer}</span>}
      {display.buttons.length > 0 && (
        <span className={styles.buttons}>
          {display.buttons.map(({ text, answers }, at) =>
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

type Reply = { reply?: { id: string; title: string } };
type Row = { id: string; title: string; description?: string };
type InteractiveContent = {
  body?: { text?: string };
  button_reply?: { title: string };
  list_reply?: { title: string };
  action?: { buttons?: Reply[]; sections?: { rows?: Row[] }[] };
};

function Interactive({ message, onTap }: Pick<PhoneContentProps, 'message' | 'onTap'>) {
  const { body, button_reply, list_reply, action } = message.content as InteractiveContent;
  const rows = action?.sections?.flatMap((section) => section.rows ?? []) ?? [];
  return (
    <>
      <FormattedText text={body?.text ?? button_reply?.title ?? list_reply?.title ?? ''} />
      {(action?.buttons !== undefined || rows.length > 0) && (
        <span className={styles.buttons}>
          {(action?.buttons ?? []).map(({ reply }, at) => (
            <button key={reply?.id ?? at} type="button" onClick={() => onTap({ button: at })}>
              {reply?.title}
            </button>
          ))}
          {rows.map((row) => (
            <button key={row.id} type="button" onClick={() => onTap({ row_id: row.id })}>
              {row.title}
              {row.description && <small className={styles.quiet}>{row.description}</small>}
            </button>
          ))}
        </span>
      )}
    </>
  );
}
