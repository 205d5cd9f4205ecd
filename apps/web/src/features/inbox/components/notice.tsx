import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import type { OutboxEntry } from '../../sync/public.ts';
import type { MessageNotice } from '../data/message-notice.ts';
import { ErrorDetails } from './error-details.tsx';
import { NoticeLine } from './notice-line.tsx';

export type ServerNoticeProps = {
  notice: MessageNotice;
  /** Set where sending again can work; otherwise the reason already says what can. */
  onSendAgain?: () => void;
  /** Puts the text back into the field, to change it and send it as a new message. */
  onEdit?: (() => void) | undefined;
  /** Opens the templates; set where only a template can be sent. */
  onTemplate?: (() => void) | undefined;
  /** Dismisses an unknown outcome; set until that was done. */
  onLeave?: () => void;
};

/** Why a message was not sent; an unknown reason is shown as it is. */
function useHoldReasonText(): (reason: string) => string {
  const { t } = useLingui();
  const words: Record<string, string> = {
    blocked: t`your team blocked this customer.`,
    campaign_cancelled: t`the broadcast was cancelled before it was sent.`,
    campaign_paused: t`the broadcast is paused.`,
    marketing_capped: t`WhatsApp is limiting marketing messages to this customer.`,
    marketing_limit: t`this customer reached your account's limit for marketing messages.`,
    not_a_test_phone: t`test sends only reach the sandbox and verified test phones.`,
    opted_out: t`this customer opted out of marketing messages.`,
    suppressed: t`this customer can't be messaged.`,
    template_not_active: t`the template is no longer active.`,
    window_closed: t`the reply window closed before it was sent.`,
  };
  return (reason) => words[reason] ?? reason;
}

/** The notice of a message that the server has: what happened, and the next step. */
export function ServerNotice({ notice, onSendAgain, onEdit, onTemplate, onLeave }: ServerNoticeProps) {
  const { t } = useLingui();
  const holdReasonText = useHoldReasonText();
  const again = onSendAgain && (
    <Button size="sm" onClick={onSendAgain}>
      {t`Send again`}
    </Button>
  );
  const template = onTemplate && (
    <Button size="sm" onClick={onTemplate}>
      {t`Send a template`}
    </Button>
  );
  if (notice.kind === 'failed') {
    return (
      <NoticeLine
        tone="bad"
        action={
          <>
            {again}
            {template}
            {onEdit && (
              <Button size="sm" variant="plain" onClick={onEdit}>
                {t`Edit and send`}
              </Button>
            )}
          </>
        }
      >
        {t`Not sent.`} <bdi>{notice.reason}</bdi> <bdi>{notice.nextStep}</bdi>
        {notice.details !== null && <ErrorDetails words={notice.details} />}
      </NoticeLine>
    );
  }
  if (notice.kind === 'unknown') {
    if (onLeave === undefined) return null;
    return (
      <NoticeLine
        tone="warn"
        action={
          <>
            {again}
            <Button size="sm" variant="plain" onClick={onLeave}>
              {t`Leave it`}
            </Button>
          </>
        }
      >
        {t`Unknown if WhatsApp received this`}
      </NoticeLine>
    );
  }
  if (notice.kind === 'held') {
    const reason = notice.reason === null ? null : holdReasonText(notice.reason);
    return (
      <NoticeLine tone="quiet" action={template}>
        {reason === null ? t`On hold` : t`On hold: ${reason}`}
      </NoticeLine>
    );
  }
  return (
    <NoticeLine tone="quiet">{notice.reason === null ? t`Still queued` : t`Still queued: ${notice.reason}`}</NoticeLine>
  );
}

export type OutboxNoticeProps = {
  entry: OutboxEntry;
  /** The member who answered meanwhile; null when unknown. */
  answeredBy: string | null;
  /** It has been waiting for longer than a moment. */
  overdue: boolean;
  offline: boolean;
  /** Seconds until it leaves, while sending can be undone; null afterwards. */
  undoLeft?: number | null;
  /** The earlier message of this thread needs a decision. */
  behind: boolean;
  onSendAnyway: () => void;
  /** Whether there is a field to restore the text into. */
  hasField: boolean;
  /** Takes it back, to change it or to send it later; without a field it is discarded. */
  onTakeBack: () => void;
  /** Retries without changes. */
  onAgain: () => void;
};

/** The notice of a message that waits on this device, and the next step. */
export function OutboxNotice(props: OutboxNoticeProps) {
  const { t } = useLingui();
  const { entry, answeredBy } = props;
  const refusal = entry.refusal;
  // Only text can be restored into the field.
  const goesBack = props.hasField && entry.body.type === 'text';
  const takeBack = (
    <Button size="sm" variant={refusal?.code === 'thread_changed' ? 'plain' : 'outlined'} onClick={props.onTakeBack}>
      {goesBack ? t`Back` : t`Discard`}
    </Button>
  );
  const again = entry.body.type !== 'text' && (
    <Button size="sm" onClick={props.onAgain}>
      {t`Try again`}
    </Button>
  );
  if (entry.state === 'refused' && refusal?.code === 'thread_changed') {
    return (
      <NoticeLine
        tone="warn"
        action={
          <>
            <Button size="sm" onClick={props.onSendAnyway}>
              {t`Send anyway`}
            </Button>
            {takeBack}
          </>
        }
      >
        {answeredBy === null
          ? t`Another member already replied. Send anyway?`
          : t`${answeredBy} already replied. Send anyway?`}
      </NoticeLine>
    );
  }
  if (entry.state === 'refused' && refusal?.code === 'window_closed') {
    return (
      <NoticeLine
        tone="warn"
        action={
          <>
            {again}
            {takeBack}
          </>
        }
      >
        {t`Not sent: the 24-hour window closed first. It can be sent when they write again; you can send a template now.`}
      </NoticeLine>
    );
  }
  if (entry.state === 'refused') {
    return (
      <NoticeLine
        tone="bad"
        action={
          <>
            {again}
            {takeBack}
          </>
        }
      >
        {t`Not sent.`} <bdi>{refusal?.message}</bdi>
      </NoticeLine>
    );
  }
  if (props.undoLeft != null) {
    const seconds = props.undoLeft;
    return (
      <NoticeLine
        tone="quiet"
        action={
          <Button size="sm" onClick={props.onTakeBack}>
            {t`Undo`}
          </Button>
        }
      >
        {t`Sending in ${seconds} s`}
      </NoticeLine>
    );
  }
  if (props.behind) return <NoticeLine tone="quiet">{t`Waiting for the message above`}</NoticeLine>;
  if (!props.overdue) return null;
  return <NoticeLine tone="quiet">{props.offline ? t`Sends when you're back online` : t`Still queued`}</NoticeLine>;
}
