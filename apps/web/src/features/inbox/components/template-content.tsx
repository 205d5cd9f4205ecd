import { useLingui } from '@lingui/react/macro';
import type { MessageType } from '@parley/contract/types';
import { IconCornerUpLeft, IconTemplate } from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';
import { readText, useMessageWords } from '../use-message-words.ts';
import styles from './bubble-content.module.css';
import { FormattedText } from './formatted-text.tsx';
import { MessageIcon } from './message-icon.tsx';

/** A template as it was sent, its values filled in; the buttons are the customer's to press. */
export function TemplateContent({ template }: { template: Record<string, unknown> }) {
  const { t } = useLingui();
  const name = readText(template, 'name');
  const display = template.display;
  const header = readText(display, 'header');
  const footer = readText(display, 'footer');
  return (
    <>
      <bdi className={styles.caption}>
        <IconTemplate {...smallIcon} size={13} />
        {t`Template ${name}`}
      </bdi>
      {header ? <strong className={styles.header}>{header}</strong> : <FileHeader display={display} />}
      <FormattedText text={readText(display, 'body')} />
      {footer && <span className={styles.footer}>{footer}</span>}
    </>
  );
}

/** The picture, film or document over the text: the customer's phone fetches it from where its address says. */
function FileHeader({ display }: { display: unknown }) {
  const { typeWords } = useMessageWords();
  const header = (display as { header?: unknown } | undefined)?.header;
  const type = fileTypes[readText(header, 'format')];
  if (type === undefined) return null;
  const link = readText(header, 'link');
  return (
    <span className={styles.card}>
      <MessageIcon type={type} />
      <span className={styles.cardWords}>
        {typeWords[type]}
        {link && <bdi className={styles.quiet}>{link}</bdi>}
      </span>
    </span>
  );
}

const fileTypes: Readonly<Record<string, MessageType>> = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' };

/** The template's buttons, under the time and over the full width. */
export function TemplateButtons({ template }: { template: Record<string, unknown> }) {
  const buttons = readButtons(template.display);
  if (buttons.length === 0) return null;
  return (
    <ul className={styles.buttons}>
      {/* WhatsApp refuses templates with two buttons of one label. */}
      {[...new Set(buttons)].map((label) => (
        <li key={label}>
          <IconCornerUpLeft {...smallIcon} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function readButtons(display: unknown): string[] {
  const buttons = (display as { buttons?: unknown } | undefined)?.buttons;
  if (!Array.isArray(buttons)) return [];
  return buttons
    .map((button) => (typeof button === 'string' ? button : readText(button, 'text')))
    .filter((label) => label !== '');
}
