import { useLingui } from '@lingui/react/macro';
import { FormattedText } from '../../../inbox/public.ts';
import styles from './phone-content.module.css';
import type { PhoneContentProps } from './phone-content-props.ts';

type Button = { reply?: { id: string; title: string } };
type Row = { id: string; title: string; description?: string };
type Section = { title?: string; rows?: Row[] };
type InteractiveContent = {
  type?: string;
  header?: { text?: string };
  body?: { text?: string };
  footer?: { text?: string };
  button_reply?: { title: string };
  list_reply?: { title: string };
  action?: { buttons?: Button[]; sections?: Section[]; parameters?: { display_text?: string; url?: string } };
};

type PhoneInteractiveProps = Omit<PhoneContentProps, 'onPlay'>;

/** A message with something to tap, and what the customer tapped. */
export function PhoneInteractive({ message, onTap, onShareLocation }: PhoneInteractiveProps) {
  const { t } = useLingui();
  const { type, header, body, footer, button_reply, list_reply, action } = message.content as InteractiveContent;
  const { buttons = [], sections = [], parameters } = action ?? {};
  return (
    <>
      {header?.text && <strong className={styles.strong}>{header.text}</strong>}
      <FormattedText text={body?.text ?? button_reply?.title ?? list_reply?.title ?? ''} />
      {footer?.text && <span className={styles.quiet}>{footer.text}</span>}
      {action !== undefined && (
        <span className={styles.buttons}>
          {buttons.map(({ reply }, at) => (
            <button key={reply?.id ?? at} type="button" onClick={() => onTap({ button: at })}>
              {reply?.title}
            </button>
          ))}
          {sections.map(({ title, rows = [] }) => [
            title && <span key={title}>{title}</span>,
            ...rows.map((row) => (
              <button key={row.id} type="button" onClick={() => onTap({ row_id: row.id })}>
                {row.title}
                {row.description && <small className={styles.quiet}>{row.description}</small>}
              </button>
            )),
          ])}
          {parameters?.display_text && (
            <a href={parameters.url} target="_blank" rel="noopener noreferrer">
              {parameters.display_text}
            </a>
          )}
          {type === 'location_request_message' && (
            <button type="button" onClick={onShareLocation}>{t`Send location`}</button>
          )}
        </span>
      )}
    </>
  );
}
