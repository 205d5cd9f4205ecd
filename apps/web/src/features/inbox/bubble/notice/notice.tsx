import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { Button } from '../../../../ui/button.tsx';
import { type OutboxEntry, refusalHoldsThread } from '../../../sync/public.ts';
import { ErrorDetails } from './error-details.tsx';
import { FixLink } from './fix-link.tsx';
import { FixNumber } from './fix-number.tsx';
import { HeldNotice } from './held-notice.tsx';
import type { MessageNotice } from './message-notice.ts';
import { NoticeLine } from './notice-line.tsx';

export type ServerNoticeProps = {
  notice: MessageNotice;
  message: Message;
  /** Set where sending again can work; otherwise the reason already says what can. */
  onSendAgain?: (() => void) | undefined;
  /** Assigns the conversation to the user; set where only its assigned member can send it again. */
  onTakeOver?: () => void;
  /** Puts the text back into the field, to change it and send it as a new message. */
  onEdit?: (() => void) | undefined;
  /** Opens the templates; set where only a template can be sent. */
  onTemplate?: (() => void) | undefined;
  /** Decides that it is never sent; set until it may have left. */
  onDiscard?: (() => void) | undefined;
  /** Who discarded it, in words; absent where that is unknown. */
  discardedBy?: string | undefined;
  /** Dismisses an unknown outcome; set until that was done. */
  onLeave?: () => void;
};

/** The notice of a message that the server has: what happened, and the next step. */
export function ServerNotice(props: ServerNoticeProps) {
  const { notice, message, onSendAgain, onTakeOver, onEdit, onTemplate, onDiscard, onLeave } = props;
  const { t } = useLingui();
  const again =
    onTakeOver !== undefined ? (
      <Button size="sm" onClick={onTakeOver} data-tip={t`Only the assigned member can reply`}>
        {t`Take over`}
      </Button>
    ) : (
      onSendAgain && (
        <Button size="sm" onClick={onSendAgain}>
          {t`Send again`}
        </Button>
      )
    );
  const template = onTemplate && (
    <Button size="sm" onClick={onTemplate}>
      {t`Send a template`}
    </Button>
  );
  const edit = onEdit && (
    <Button size="sm" variant="plain" onClick={onEdit}>
      {t`Edit and send`}
    </Button>
  );
  const discard = onDiscard && (
    <Button size="sm" variant="plain" onClick={onDiscard}>
      {t`Discard`}
    </Button>
  );
  if (notice.kind === 'failed') {
    return (
      <NoticeLine
        tone="bad"
        action={
          <>
            {notice.place === 'number' && (
              <FixNumber
                contactId={message.contact_id}
                number={message.to}
                reason={`${notice.reason} ${notice.nextStep}`}
                message={message}
              />
            )}
            {notice.place !== null && notice.place !== 'number' && (
              <FixLink place={notice.place} contact={message.contact_id} />
            )}
            {again}
            {template}
            {edit}
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
    return (
      <HeldNotice
        reason={notice.reason}
        again={again}
        template={template}
        discard={discard}
        contact={message.contact_id}
      />
    );
  }
  if (notice.kind === 'discarded') {
    const name = props.discardedBy ?? '';
    return (
      <NoticeLine tone="quiet" action={edit}>
        {name === '' ? t`Discarded. It was never sent.` : t`Discarded by ${name}. It was never sent.`}
      </NoticeLine>
    );
  }
  return (
    <NoticeLine tone="quiet" action={discard}>
      {notice.reason === null ? t`Still queued` : t`Still queued: ${notice.reason}`}
    </NoticeLine>
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
  /** The member whose conversation it is, where only they may write; null: nobody is in the way any more. */
  assignedTo?: string | null;
  /** Assigns the conversation to the user and sends it. */
  onTakeOver?: () => void;
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
    <Button
      size="sm"
      variant={refusal && refusalHoldsThread(refusal) ? 'plain' : 'outlined'}
      onClick={props.onTakeBack}
    >
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
  if (entry.state === 'refused' && refusal?.code === 'assigned_to_other') {
    const { assignedTo = null } = props;
    return (
      <NoticeLine
        tone="warn"
        action={
          <>
            <Button size="sm" onClick={assignedTo === null ? props.onSendAnyway : props.onTakeOver}>
              {assignedTo === null ? t`Send` : t`Take over and send`}
            </Button>
            {takeBack}
          </>
        }
      >
        {assignedTo === null
          ? t`Not sent: the conversation was assigned to someone else. It can be sent now.`
          : t`Not sent: this conversation is assigned to ${assignedTo}. Take it over to reply.`}
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
  if (!props.offline) return <NoticeLine tone="quiet">{t`Still queued`}</NoticeLine>;
  return (
    <NoticeLine tone="quiet" action={takeBack}>
      {entry.tried
        ? t`Sends when you’re back online. It may have left before the connection broke.`
        : t`Sends when you’re back online`}
    </NoticeLine>
  );
}
