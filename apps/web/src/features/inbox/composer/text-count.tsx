import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './composer.module.css';

type TextCountProps = {
  length: number;
  limit: { most: number; shownFrom: number };
  /** Shown until the count matters. */
  children: ReactNode;
};

/** Hidden until close to the limit: then how much of it is used, or by how much it is exceeded. */
export function TextCount({ length, limit, children }: TextCountProps) {
  const { t, i18n } = useLingui();
  if (length < limit.shownFrom) return <span className={styles.keys}>{children}</span>;
  const used = i18n.number(length);
  const most = i18n.number(limit.most);
  if (length <= limit.most) return t`${used} of ${most}`;
  const over = i18n.number(length - limit.most);
  return <span className={styles.over}>{t`${used} of ${most}: shorten it by ${over}`}</span>;
}
