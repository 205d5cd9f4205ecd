import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconDots,
  IconInfoCircle,
  IconLanguage,
  IconMoodSmile,
  IconStar,
  IconStarOff,
} from '@tabler/icons-react';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { channelNow, useNow } from '../../../../platform/use-now.ts';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu, type MenuAction } from '../../../../ui/layer/menu.tsx';
import { Popover } from '../../../../ui/layer/popover.tsx';
import { replyWindowAt } from '../../../../ui/reply-window.ts';
import { toast } from '../../../../ui/toast.ts';
import { showTranslation, useAiFunctions } from '../../../ai/public.ts';
import { useAccount, useRow } from '../../../sync/public.ts';
import { useAssignedToOther } from '../use-assigned-to-other.ts';
import { messageText } from '../use-message-words.ts';
import { forwardedContent } from './forward.ts';
import { onLongPress } from './long-press.ts';
import styles from './message-actions.module.css';
import { sendReaction } from './reactions.ts';
import { starMessage } from './thread-actions.ts';

export type MessageActionsProps = {
  message: Message;
  thread: Thread;
  /** Starts a reply; absent where the field cannot quote. */
  onQuote?: ((message: Message) => void) | undefined;
};

const EmojiPicker = lazyComponent(() => import('../../emoji/emoji-picker.tsx').then((module) => module.EmojiPicker));
const Reactions = lazyComponent(() => import('./reactions.tsx').then((module) => module.Reactions));
const MessageInfo = lazyComponent(() => import('./message-info.tsx').then((module) => module.MessageInfo));
const ForwardDialog = lazyComponent(() => import('./forward-dialog.tsx').then((module) => module.ForwardDialog));

/** React, reply, and the rest in a menu, which Enter on the bubble and a long press open. */
export function MessageActions({ message, thread, onQuote }: MessageActionsProps) {
  const { t } = useLingui();
  const menu = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'reactions' | 'emoji' | 'forward' | 'info' | null>(null);
  useBubbleOpens(menu);
  const mayReact = useMayReact(message, thread);
  const close = () => setOpen(null);
  const text = messageText(message);
  const account = useAccount();
  const sendChosen = (emoji: string) => {
    close();
    void sendReaction(account, message, emoji === message.reaction?.ours?.emoji ? '' : emoji).catch(() =>
      toast({ message: t`Couldn’t save the reaction on this device. Try again.` }),
    );
  };
  const reply: MenuAction[] = onQuote
    ? [{ id: 'reply', label: t`Reply`, icon: <IconArrowBackUp {...icon} />, run: () => onQuote(message) }]
    : [];
  const react: MenuAction[] = mayReact
    ? [{ id: 'react', label: t`React`, icon: <IconMoodSmile {...icon} />, run: () => setOpen('reactions') }]
    : [];
  const copy: MenuAction[] =
    text === ''
      ? []
      : [{ id: 'copy', label: t`Copy text`, icon: <IconCopy {...icon} />, run: () => void copyText(text, t`Copied`) }];
  const forward: MenuAction[] =
    forwardedContent(message) === null
      ? []
      : [{ id: 'forward', label: t`Forward`, icon: <IconArrowForwardUp {...icon} />, run: () => setOpen('forward') }];
  const ai = useAiFunctions();
  const translation: MenuAction[] =
    text !== '' && ai.includes('translation')
      ? [
          {
            id: 'translate',
            label: t`Translate`,
            icon: <IconLanguage {...icon} />,
            run: () => showTranslation(message.id, true),
          },
        ]
      : [];
  const starred = message.starred !== undefined;
  const StarIcon = starred ? IconStarOff : IconStar;
  const star: MenuAction = {
    id: 'star',
    label: starred ? t`Remove star` : t`Star`,
    icon: <StarIcon {...icon} />,
    run: () =>
      void starMessage(account, message, !starred).catch(() =>
        toast({ message: t`Couldn’t update this message. Try again.` }),
      ),
  };
  return (
    <>
      {mayReact && (
        <IconButton
          ref={anchor}
          label={t`React`}
          size="sm"
          tabIndex={-1}
          aria-expanded={open === 'reactions' || open === 'emoji'}
          onClick={() => setOpen('reactions')}
        >
          <IconMoodSmile {...icon} />
        </IconButton>
      )}
      {onQuote && (
        <IconButton label={t`Reply to this message`} size="sm" tabIndex={-1} onClick={() => onQuote(message)}>
          <IconArrowBackUp {...icon} />
        </IconButton>
      )}
      <Menu
        label={t`Message actions`}
        align="start"
        groups={[
          [...react, ...reply, ...copy, ...translation, ...forward, star],
          [{ id: 'info', label: t`Message info`, icon: <IconInfoCircle {...icon} />, run: () => setOpen('info') }],
        ]}
        button={(props) => (
          <IconButton
            {...props}
            ref={(element) => {
              menu.current = element;
              props.ref(element);
            }}
            label={t`More actions`}
            size="sm"
            tabIndex={-1}
          >
            <IconDots {...icon} />
          </IconButton>
        )}
      />
      {open === 'reactions' && (
        <Popover anchor={anchor} onClose={close} className={styles.popover}>
          <Suspense>
            <Reactions message={message} onChoose={sendChosen} onMore={() => setOpen('emoji')} />
          </Suspense>
        </Popover>
      )}
      {open === 'emoji' && (
        <Popover anchor={anchor} onClose={close} className={styles.popover}>
          <Suspense>
            <EmojiPicker onChoose={sendChosen} />
          </Suspense>
        </Popover>
      )}
      <Suspense>
        {open === 'forward' && <ForwardDialog message={message} onClose={close} />}
        {open === 'info' && <MessageInfo message={message} thread={thread} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Enter on the focused bubble opens the menu, and a long press where there is no hover. */
function useBubbleOpens(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    const bubble = button.current?.closest<HTMLElement>('[data-message]');
    if (bubble == null) return;
    const open = () => button.current?.click();
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== bubble) return;
      // Or the same key would choose the first entry.
      event.preventDefault();
      open();
    };
    bubble.addEventListener('keydown', onKeyDown);
    const stop = onLongPress(bubble, open);
    return () => {
      stop();
      bubble.removeEventListener('keydown', onKeyDown);
    };
  }, [button]);
}

/** WhatsApp takes reactions to what it has, while the reply window is open, and none in groups; a rule of the account binds them. */
function useMayReact(message: Message, thread: Thread): boolean {
  const channel = useRow('channels', thread.channel_id);
  const nowMs = channelNow(useNow(), channel);
  const open = channel?.kind === 'SESSION' || replyWindowAt(thread.window_expires_at, nowMs).kind !== 'closed';
  const locked = useAssignedToOther(thread)?.locked ?? false;
  return (
    open &&
    !locked &&
    thread.group === undefined &&
    message.provider_message_id !== undefined &&
    message.revoked_at === undefined
  );
}

async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ message: done });
  } catch {
    // The clipboard needs HTTPS; the text can still be selected by hand.
  }
}
