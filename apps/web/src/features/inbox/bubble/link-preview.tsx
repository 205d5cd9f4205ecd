import type { LinkPreview as Preview } from '@parley/contract/types';
import { useState } from 'react';
import styles from './link-preview.module.css';

/** What the web page that a text names says about itself; opens the page. */
export function LinkPreview({ preview: { url, title, description, image_url: image } }: { preview: Preview }) {
  const [broken, setBroken] = useState(false);
  const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
  return (
    <a className={styles.preview} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {image !== undefined && !broken && (
        <img
          className={styles.picture}
          src={image}
          alt=""
          width={64}
          height={64}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      <span className={styles.words}>
        <bdi className={styles.title}>{title}</bdi>
        {description !== undefined && <bdi className={styles.description}>{description}</bdi>}
        <bdi className={styles.host}>{host}</bdi>
      </span>
    </a>
  );
}
