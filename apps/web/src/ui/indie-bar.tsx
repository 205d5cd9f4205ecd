import { useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { icon } from './icon.ts';
import { IconButton } from './icon-button.tsx';
import styles from './indie-bar.module.css';

export type IndieBarProps = {
  /** 18 px icon of the page. */
  icon: ReactNode;
  title: string;
  /** The target of the back button when there is no browser history. */
  backTo: string;
  /** Steps and buttons. */
  children?: ReactNode;
};

/** The bar of a page for one task: back, icon, title. Back is the browser's back. */
export function IndieBar({ icon: picture, title, backTo, children }: IndieBarProps) {
  const { t } = useLingui();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: backTo });
  };
  return (
    <header className={styles.bar}>
      <IconButton label={t`Back`} onClick={goBack}>
        <IconArrowLeft {...icon} />
      </IconButton>
      <span className={styles.picture}>{picture}</span>
      <h1 className={styles.title}>{title}</h1>
      <span className={styles.space} />
      {children}
    </header>
  );
}
