import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { firstAddress } from '@parley/contract/whatsapp-text';
import { IconExternalLink, IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import styles from './bubble-content.module.css';
import type { CallContentProps } from './call-content.tsx';
import { FormattedText } from './formatted-text.tsx';
import { LinkPreview } from './link-preview.tsx';
import { MediaContent } from './media/media-content.tsx';
import { mediaOf, withHeaderFile } from './media/use-fresh-media.ts';
import type { RareContentProps, StructuredMessage } from './rare-content.tsx';
import { readText } from './read-text.ts';
import { TemplateContent } from './template-content.tsx';

const RareContent = lazyComponent<RareContentProps>(
  () => import('./rare-content.tsx').then((module) => module.RareContent),
  { fallback: <span className={styles.rare} /> },
);

const CallContent = lazyComponent<CallContentProps>(
  () => import('./call-content.tsx').then((module) => module.CallContent),
  { fallback: <span className={styles.rare} /> },
);

/** The content of a message, by its type. Every type has a rendering, and a malformed message still shows its type. */
export function BubbleContent({ message, mayReadRaw }: { message: Message; mayReadRaw: boolean }): ReactNode {
  if (message.text !== undefined) {
    const { link_preview: preview, text } = message;
    return (
      <>
        <FormattedText text={text.body} />
        {preview !== undefined && firstAddress(text.body) === preview.url && <LinkPreview preview={preview} />}
      </>
    );
  }
  if (mediaOf(message) !== undefined) return <MediaContent message={message} />;
  if (message.template !== undefined) return <TemplateContent template={message.template} file={headerFile(message)} />;
  if (message.location !== undefined) return <LocationContent location={message.location} />;
  if (message.call !== undefined) return <CallContent message={message} call={message.call} />;
  if (message.button !== undefined) return <Reply button={message.button} />;
  return (
    <>
      {headerFile(message)}
      <RareContent message={message} mayReadRaw={mayReadRaw} />
    </>
  );
}

/** The uploaded file in the header of a template or an interactive message. */
function headerFile(message: Message): ReactNode {
  const file = withHeaderFile(message);
  return file === message ? null : <MediaContent message={file} />;
}

/** A location, contact cards or an interactive message, of which only the content is there. */
export function StructuredContent({ content }: { content: StructuredMessage }) {
  if (content.location !== undefined) return <LocationContent location={content.location} />;
  return <RareContent message={content} mayReadRaw={false} />;
}

/** A tapped button, or the row of a list with its description. */
function Reply({ button }: { button: Record<string, unknown> }) {
  const description = readText(button, 'description');
  return (
    <>
      <FormattedText text={readText(button, 'text')} />
      {description && <span className={styles.footer}>{description}</span>}
    </>
  );
}

function LocationContent({ location }: { location: Record<string, unknown> }) {
  const { t } = useLingui();
  const latitude = Number(location.latitude);
  const longitude = Number(location.longitude);
  const known = Number.isFinite(latitude) && Number.isFinite(longitude);
  const name = readText(location, 'name');
  const address = readText(location, 'address');
  const website = readText(location, 'url');
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <span className={styles.card}>
      <IconMapPin {...smallIcon} />
      <span className={styles.cardText}>
        <span className={styles.strong}>{name || t`Location`}</span>
        {address && <span className={styles.quiet}>{address}</span>}
        {/^https:\/\//.test(website) && (
          <a className={styles.link} href={website} target="_blank" rel="noopener noreferrer">
            {t`Website`}
            <IconExternalLink {...smallIcon} size={13} />
          </a>
        )}
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
