import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate } from '@parley/contract/types';
import { type ReactNode, type Ref, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import type { Finger } from '../bubble/actions/use-hold.ts';
import styles from './composer.module.css';
import { ComposerField } from './composer-field.tsx';
import { ComposerFoot } from './composer-foot.tsx';
import { ComposerHead, type ReplyQuote, type ReplyWindow } from './composer-head.tsx';
import { ComposerTools } from './composer-tools.tsx';
import { loadReplyFiles } from './reply-files.ts';
import type { MergeValues } from './typed-variable.ts';
import type { Attachments } from './use-attachments.ts';
import { type ComposerHandle, type ReplyActions, useReply } from './use-reply.ts';
import type { VoiceLock } from './voice/voice-bar.tsx';

const AttachmentTray = lazyComponent(() => import('./attachment-tray.tsx').then((part) => part.AttachmentTray));
const VoiceBar = lazyComponent(() => import('./voice/voice-bar.tsx').then((part) => part.VoiceBar));

/** What a message can be besides its text; each is offered only where it is given. */
type Extras = {
  /** Files of the next message, which `onSend` sends too. */
  attachments?: Attachments;
  /** Queues a voice message. Rejects when nothing was queued. */
  onVoice?: (recording: Blob) => Promise<void>;
  /** Told when a recording begins and when it is over. */
  onSpeaking?: (speaking: boolean) => void;
  /** Only the assigned member can send: a recording goes on, and leaves once the conversation is taken over. */
  lock?: VoiceLock | undefined;
  /** Opens the form of a message with buttons; without it only the text of such a saved reply is inserted. */
  onButtons?: ((reply: SessionTemplate) => void) | undefined;
  /** Opens the templates. */
  onTemplate?: (() => void) | undefined;
  /** A button for what else can be sent. */
  more?: ReactNode;
};

export type ComposerProps = {
  /** Shown above the field: the other kinds of messages that can be written here. */
  tabs?: ReactNode;
  /** The draft. */
  initialText: string;
  /** A text that came from another device of the member; shown unless the field is in use. */
  taken?: { text: string } | undefined;
  placeholder: string;
  window: ReplyWindow;
  quote?: ReplyQuote;
  actions: ReplyActions;
  /** What variables are filled in with; without it none are offered or shown filled in. */
  values?: MergeValues;
  extras?: Extras;
  ref?: Ref<ComposerHandle>;
};

/** The field for a reply, with what can be sent besides text; a recording takes its place. */
export function Composer(props: ComposerProps) {
  const { t } = useLingui();
  const { window, actions } = props;
  const { attachments, onVoice, onSpeaking, lock, onButtons, onTemplate, more } = props.extras ?? {};
  const isClosed = window.closed !== undefined;
  const [speaking, setSpeaking] = useState<{ finger: Finger | undefined } | null>(null);
  const isSpeaking = speaking !== null;
  useEffect(() => {
    if (!isSpeaking) return;
    onSpeaking?.(true);
    return () => onSpeaking?.(false);
  }, [isSpeaking, onSpeaking]);
  /** The text at which the files of a saved reply could not be attached. */
  const [lostAt, setLostAt] = useState<string | null>(null);
  const reply = useReply({
    initialText: props.initialText,
    taken: props.taken,
    attachments,
    actions,
    waitsForReply: isClosed,
    isAway: isSpeaking,
    ref: props.ref,
  });

  const onReply = (saved: SessionTemplate) => {
    const asks = saved.buttons.length > 0 && onButtons !== undefined;
    reply.change(asks ? '' : saved.body);
    reply.field.current?.focus();
    if (asks) onButtons(saved);
    else if (attachments !== undefined && saved.attachments.length > 0) {
      setLostAt(null);
      loadReplyFiles(saved).then(attachments.add, () => setLostAt(saved.body));
    }
  };
  if (speaking !== null && onVoice !== undefined) {
    return (
      <footer className={styles.composer}>
        <Suspense fallback={<div className={styles.actions} />}>
          <VoiceBar finger={speaking.finger} lock={lock} onSend={onVoice} onClose={() => setSpeaking(null)} />
        </Suspense>
      </footer>
    );
  }
  const placeholder = reply.isCaption
    ? t`Caption (optional)`
    : reply.hasFiles
      ? t`Message after the files (optional)`
      : props.placeholder;

  return (
    <footer className={styles.composer}>
      <ComposerHead tabs={props.tabs} window={window} quote={props.quote} />
      {attachments !== undefined && attachments.files.length + attachments.leftOut > 0 && (
        <Suspense fallback={null}>
          <AttachmentTray
            attachments={attachments}
            captions={attachments.files.length > 1}
            onSend={() => void reply.send(false)}
          />
        </Suspense>
      )}
      <ComposerField
        reply={reply}
        actions={actions}
        placeholder={placeholder}
        values={props.values}
        onReply={onReply}
        onFiles={attachments?.add}
      />
      <ComposerFoot
        reply={reply}
        window={window}
        filesLost={lostAt !== null && lostAt === reply.text}
        tools={
          attachments !== undefined && onVoice !== undefined ? (
            <ComposerTools
              onFiles={(picked) => {
                attachments.add(picked);
                reply.field.current?.focus();
              }}
              noVoice={isClosed ? t`Voice messages can be recorded when the customer has replied.` : undefined}
              onVoice={(finger) => setSpeaking({ finger })}
              // All templates are offered above the field then.
              onTemplate={isClosed ? undefined : onTemplate}
              more={more}
              onEmoji={(chosen) => {
                const { current } = reply.field;
                if (current !== null) reply.write(chosen, current.selectionStart, current.selectionEnd);
              }}
            />
          ) : undefined
        }
      />
    </footer>
  );
}
