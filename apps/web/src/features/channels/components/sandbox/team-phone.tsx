import { useLingui } from '@lingui/react/macro';
import type { Channel, SandboxPhone, Thread } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { channelNow, useNow } from '../../../../platform/use-now.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { hoursAndMinutes, replyWindowAt } from '../../../../ui/reply-window.ts';
import { contactName } from '../../../contacts/public.ts';
import { CompactConversation, SendLaterDialog, TemplatePreview } from '../../../inbox/public.ts';
import { sendText, useAccount } from '../../../sync/public.ts';
import { TemplateSheet } from '../../../templates/public.ts';
import { PhoneField } from './phone-field.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import styles from './team-phone.module.css';
import { TeamAttach, TeamVoice } from './team-tools.tsx';

export type TeamPhoneProps = {
  phone: SandboxPhone;
  channel: Channel;
  thread: Thread | undefined;
  /** Called when the team sent a message. */
  onSaid?: (text: string) => void;
};

/** The inbox conversation with this customer, in the frame of a phone. */
export function TeamPhone({ phone, channel, thread, onSaid }: TeamPhoneProps) {
  const { t } = useLingui();
  const account = useAccount();
  const nowMs = channelNow(useNow(), channel);
  const [choosing, setChoosing] = useState(false);
  if (thread === undefined) {
    return (
      <PhoneFrame
        bar={
          <>
            <Avatar size="sm" name={phone.name} seed={phone.id} />
            <bdi className={styles.name}>{phone.name}</bdi>
          </>
        }
        field={
          <PhoneField
            label={t`Reply`}
            closed={t`You can reply once they have written.`}
            onSend={() => Promise.resolve()}
          />
        }
      >
        <div className={styles.empty}>
          <EmptyState title={t`No conversation yet`}>{t`Starts with the customer’s first message.`}</EmptyState>
        </div>
      </PhoneFrame>
    );
  }
  const left = replyWindowAt(thread.window_expires_at, nowMs);
  const name = contactName(thread.contact);
  return (
    <PhoneFrame
      bar={
        <>
          <Avatar
            size="md"
            name={name}
            seed={thread.contact_id}
            windowExpiresAt={thread.window_expires_at}
            now={nowMs}
          />
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.end}>
            <WindowLeft left={left} />
          </span>
          <Link
            to="/inbox/$thread_id"
            params={{ thread_id: thread.id }}
            className={buttonClass({ variant: 'plain', size: 'sm' })}
          >
            {t({ message: 'Open', context: 'reply window' })}
          </Link>
        </>
      }
      field={
        <PhoneField
          label={t`Reply to ${name}`}
          closed={
            left.kind === 'closed' ? (
              <>
                {t`The 24-hour window is closed. Write as the customer to open it again.`}{' '}
                <Button size="sm" onClick={() => setChoosing(true)}>
                  {t`Send a template`}
                </Button>
              </>
            ) : undefined
          }
          before={<TeamAttach thread={thread} />}
          after={<TeamVoice thread={thread} />}
          onSend={async (text) => {
            await sendText(account, thread, text);
            onSaid?.(text);
          }}
        />
      }
    >
      <CompactConversation key={thread.id} thread={thread} />
      {choosing && (
        <Suspense>
          <TemplateSheet
            thread={thread}
            Preview={TemplatePreview}
            SendLater={SendLaterDialog}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </PhoneFrame>
  );
}

function WindowLeft({ left }: { left: ReturnType<typeof replyWindowAt> }) {
  const { t } = useLingui();
  if (left.kind === 'closed') return t({ message: 'Closed', context: 'reply window' });
  const { hours, minutes } = hoursAndMinutes(left.leftMs);
  return (
    <span className={styles[left.kind]}>{hours > 0 ? t`${hours} h ${minutes} min left` : t`${minutes} min left`}</span>
  );
}
