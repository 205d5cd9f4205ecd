import { useLingui } from '@lingui/react/macro';
import { IconCalendarClock } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useEnterChoice } from '../../../platform/enter-choice.ts';
import { Button } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './composer.module.css';
import type { ReplyWindow } from './composer-head.tsx';
import { SendLaterDialog } from './deferred-send-later.ts';
import { TextCount } from './text-count.tsx';
import { type Reply, textLimit } from './use-reply.ts';

type ComposerFootProps = {
  reply: Reply;
  window: ReplyWindow;
  /** What can be added to the text; absent where nothing can. */
  tools: ReactNode;
  /** The files of a saved reply could not be attached. */
  filesLost: boolean;
};

/** What stands below the field: what can be added, how the text is sent, and *Send*. */
export function ComposerFoot({ reply, window: { closed, expiresAt, nowMs }, tools, filesLost }: ComposerFootProps) {
  const { t } = useLingui();
  const enter = useEnterChoice((state) => state.choice);
  const [planning, setPlanning] = useState(false);
  const plan = () => void reply.ready(plan).then(setPlanning);
  return (
    <>
      <div className={styles.actions}>
        {tools !== undefined && <span className={styles.tools}>{tools}</span>}
        <span className={styles.hint}>
          {filesLost ? (
            <span role="alert" className={styles.over}>{t`Couldn’t attach the files of this reply.`}</span>
          ) : reply.failed ? (
            <span className={styles.over}>{t`Couldn’t save the message on this device. Nothing was sent.`}</span>
          ) : (
            <TextCount length={reply.text.length} limit={textLimit}>
              {closed !== undefined
                ? null
                : enter === 'send'
                  ? t`Enter to send · Shift+Enter for a new line`
                  : t`Ctrl+Enter to send · Enter for a new line`}
            </TextCount>
          )}
        </span>
        {closed === undefined && (
          <IconButton label={t`Send later`} aria-disabled={reply.blocked || undefined} onClick={plan}>
            <IconCalendarClock {...icon} />
          </IconButton>
        )}
        <Button variant="filled" blocked={reply.blocked} onClick={() => void reply.send(false)}>
          {closed === undefined ? t`Send` : t`Send when they reply`}
          <kbd className={styles.key}>{enter === 'send' ? '↵' : t`Ctrl ↵`}</kbd>
        </Button>
      </div>
      {planning && (
        <Suspense>
          <SendLaterDialog
            title={t`Send later`}
            confirm={t`Schedule message`}
            nowMs={nowMs}
            windowExpiresAt={expiresAt}
            onChoose={(at) => void reply.send(false, at)}
            onClose={() => setPlanning(false)}
          />
        </Suspense>
      )}
    </>
  );
}
