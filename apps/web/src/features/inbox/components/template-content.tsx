import { useLingui } from '@lingui/react/macro';
import type { MessageType } from '@parley/contract/types';
import { IconCornerUpLeft, IconTemplate } from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';
import { readText, useMessageLabels } from '../data/use-message-labels.ts';
import styles from './bubble-content.module.css';
import { FormattedText } from './formatted-text.tsx';
import { MessageIcon } from './message-icon.tsx';

/** A sent template with its values; only the customer can press its buttons. */
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

/** The header media above the text: the customer's phone loads it from its URL. */
function FileHeader({ display }: { display: unknown }) {
  const { typeText } = useMessageLabels();
  const header = (display as { header?: unknown } | undefined)?.header;
  const type = fileTypes[readText(header, 'format')];
  if (type === undefined) return null;
  const link = readText(header, 'link');
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

const fileTypes: Readonly<Record<string, MessageType>> = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' };

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
