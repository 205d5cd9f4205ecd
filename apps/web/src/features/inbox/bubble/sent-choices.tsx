import { IconCornerUpLeft, IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { smallIcon } from '../../../ui/icon.ts';
import card from './bubble-content.module.css';
import styles from './rare-content.module.css';
import type { SentInteractive } from './structured-content.ts';

/** What the customer can answer with. */
export function ReplyButtons({ titles }: { titles: readonly string[] }) {
  return titles.map((title) => (
    <Choice key={title} sign={<IconCornerUpLeft {...smallIcon} />}>
      {title}
    </Choice>
  ));
}

/** A button that opens a page, with its address. */
export function LinkButton({ link }: { link: NonNullable<SentInteractive['link']> }) {
  return (
    <>
      <Choice sign={<IconExternalLink {...smallIcon} />}>{link.label}</Choice>
      {link.url && <bdi className={`${card.quiet} ${styles.url}`}>{link.url}</bdi>}
    </>
  );
}

/** Something that the customer can tap. */
export function Choice({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.choice}>
      {sign}
      <bdi>{children}</bdi>
    </span>
  );
}
