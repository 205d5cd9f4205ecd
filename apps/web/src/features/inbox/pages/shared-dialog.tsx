import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { maxFiles } from '@parley/contract/media';
import type { Thread } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { listText } from '../../../platform/formats.ts';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import styles from '../bubble/actions/message-actions.module.css';
import { ThreadChoices } from '../bubble/actions/thread-choices.tsx';
import { forgetShared, readShared, type Shared, useSharedFor } from '../composer/shared.ts';

export type SharedDialogProps = {
  onOpen: (threadId: string) => void;
  onClose: () => void;
};

/** Chooses the conversation for what another app of the phone shared; it waits in its field until it is sent. */
export function SharedDialog({ onOpen, onClose }: SharedDialogProps) {
  const { t } = useLingui();
  const [shared, setShared] = useState<Shared | 'none' | null>(null);
  useEffect(() => {
    let left = false;
    void readShared()
      .catch(() => null)
      .then((read) => !left && setShared(read ?? 'none'));
    return () => {
      left = true;
    };
  }, []);
  if (shared === null) return null;
  const forget = () => void forgetShared().catch(() => undefined);
  const close = () => {
    forget();
    onClose();
  };
  const choose = (thread: Thread) => {
    if (shared === 'none') return;
    useSharedFor.set({ ...shared, files: shared.files.slice(0, maxFiles), threadId: thread.id });
    forget();
    onOpen(thread.id);
  };
  return (
    <Dialog title={t`Send to`} onClose={close}>
      {shared === 'none' ? (
        <p className={styles.note}>{t`The shared content has expired. Share it again from the other app.`}</p>
      ) : (
        <>
          <SharedContent shared={shared} />
          <ThreadChoices onChoose={choose} />
        </>
      )}
    </Dialog>
  );
}

function SharedContent({ shared: { text, files } }: { shared: Shared }) {
  return (
    <div className={styles.shared}>
      {text !== '' && <p dir="auto">{text}</p>}
      {files.length > 0 && (
        <p className={styles.note}>
          {plural(files.length, { one: '# file', other: '# files' })}:{' '}
          <bdi>{listText(files.map(({ name }) => name))}</bdi>
        </p>
      )}
    </div>
  );
}
