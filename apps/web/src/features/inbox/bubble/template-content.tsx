import { useLingui } from '@lingui/react/macro';
import type { MessageType } from '@parley/contract/types';
import { IconCornerUpLeft, IconTag, IconTemplate } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../../ui/icon.ts';
import styles from './bubble-content.module.css';
import { FormattedText, TemplateText } from './formatted-text.tsx';
import { MessageIcon } from './message-icon.tsx';
import { readText } from './read-text.ts';
import { useMessageLabels } from './use-message-labels.ts';

/** A sent template with its values; only the customer can press its buttons. */
export function TemplateContent({ template, file }: { template: Record<string, unknown>; file?: ReactNode }) {
  const { t } = useLingui();
  const name = readText(template, 'name');
  const display = template.display;
  return (
    <>
      <bdi className={styles.caption}>
        <IconTemplate {...smallIcon} size={13} />
        {t`Template ${name}`}
      </bdi>
      <TemplateTexts display={display} file={file} />
      {readCards(display).map((card, at) => (
        // Two cards may be alike.
        <span key={at.toString()} className={styles.templateCard}>
          <TemplateTexts display={card} />
          <TemplateButtons template={{ display: card }} />
        </span>
      ))}
    </>
  );
}

/** @param file the uploaded file of the header */
function TemplateTexts({ display, file }: { display: unknown; file?: ReactNode }) {
  const header = readText(display, 'header');
  const footer = readText(display, 'footer');
  return (
    <>
      {file ??
        (header ? (
          <strong className={styles.header}>
            <TemplateText text={header} />
          </strong>
        ) : (
          <FileHeader display={display} />
        ))}
      <Offer display={display} />
      <FormattedText text={readText(display, 'body')} />
      {footer && <span className={styles.footer}>{footer}</span>}
    </>
  );
}

/** What is offered, and until when. */
function Offer({ display }: { display: unknown }) {
  const { t, i18n } = useLingui();
  const offer = (display as { offer?: unknown } | undefined)?.offer;
  const text = readText(offer, 'text');
  if (text === '') return null;
  const ends = readText(offer, 'expires_at');
  const at = ends === '' ? '' : i18n.date(ends, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <span className={styles.card}>
      <IconTag {...smallIcon} />
      <span className={styles.cardText}>
        {text}
        {at !== '' && <span className={styles.quiet}>{t`Ends ${at}`}</span>}
      </span>
    </span>
  );
}

function readCards(display: unknown): unknown[] {
  const cards = (display as { cards?: unknown } | undefined)?.cards;
  return Array.isArray(cards) ? cards : [];
}

/** The header media above the text: the customer’s phone loads it from its URL. */
function FileHeader({ display }: { display: unknown }) {
  const { typeText } = useMessageLabels();
  const header = (display as { header?: unknown } | undefined)?.header;
  const type = fileTypes[readText(header, 'format')];
  if (type === undefined) return null;
  const link = readText(header, 'text') || readText(header, 'link');
  return (
    <span className={styles.card}>
      <MessageIcon type={type} />
      <span className={styles.cardText}>
        {typeText[type]}
        {link && <bdi className={styles.quiet}>{link}</bdi>}
      </span>
    </span>
  );
}

const fileTypes: Readonly<Record<string, MessageType>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
  LOCATION: 'location',
};

/** The template's buttons, below the time, at full width. */
export function TemplateButtons({ template }: { template: Record<string, unknown> }) {
  const buttons = readButtons(template.display);
  if (buttons.length === 0) return null;
  return (
    <ul className={styles.buttons}>
      {/* WhatsApp refuses templates with two buttons of one label. */}
      {[...new Map(buttons.map((button) => [button.label, button])).values()].map(({ label, isReply }) => (
        <li key={label}>
          {isReply && <IconCornerUpLeft {...smallIcon} />}
          {label}
        </li>
      ))}
    </ul>
  );
}

function readButtons(display: unknown): Array<{ label: string; isReply: boolean }> {
  const buttons = (display as { buttons?: unknown } | undefined)?.buttons;
  if (!Array.isArray(buttons)) return [];
  return buttons
    .map((button) => ({
      label: typeof button === 'string' ? button : readText(button, 'text'),
      isReply: readText(button, 'type') === 'QUICK_REPLY',
    }))
    .filter(({ label }) => label !== '');
}
