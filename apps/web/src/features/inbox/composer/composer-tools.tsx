import { useLingui } from '@lingui/react/macro';
import { sendableMedia } from '@parley/contract/media';
import { IconMicrophone, IconMoodSmile, IconPaperclip, IconTemplate } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/layer/popover.tsx';
import { toast } from '../../../ui/toast.ts';
import { type Finger, useHold } from '../bubble/actions/use-hold.ts';
import styles from './composer-tools.module.css';
import { type VoiceBlock, voiceBlock } from './voice/recorder.ts';

/** The preferred types of the file chooser; images of any type, because they are converted. */
const accepted = [
  'image/*',
  ...Object.entries(sendableMedia).flatMap(([type, { extensions }]) => [type, ...extensions.map((end) => `.${end}`)]),
].join(',');

export type ComposerToolsProps = {
  onFiles: (files: readonly File[]) => void;
  /** `finger`: it stays on the button meanwhile. */
  onVoice: (finger?: Finger) => void;
  /** Why nothing can be recorded now. */
  noVoice?: string | undefined;
  onEmoji: (emoji: string) => void;
  /** Opens the templates; absent where there are none. */
  onTemplate?: (() => void) | undefined;
  /** A button for what else can be sent. */
  more?: ReactNode;
};

const EmojiPicker = lazyComponent(() => import('../emoji/emoji-picker.tsx').then((part) => part.EmojiPicker));

/** Attach, record, emoji, templates and what else can be sent. */
export function ComposerTools({ onFiles, onVoice, noVoice, onEmoji, onTemplate, more }: ComposerToolsProps) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const [block] = useState(voiceBlock);
  const words = useRecordingBlockText();
  const blocked = block === null ? noVoice : words(block);
  const emoji = useRef<HTMLButtonElement>(null);
  const [choosing, setChoosing] = useState(false);
  const hold = useHold((finger) => blocked === undefined && onVoice(finger));
  return (
    <>
      <IconButton label={t`Attach files`} onClick={() => chooser.current?.click()}>
        <IconPaperclip {...icon} />
      </IconButton>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={t`Attach files`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be picked again after it was removed.
          event.target.value = '';
        }}
      />
      <IconButton
        {...hold}
        className={styles.hold}
        label={blocked ?? t`Record a voice message`}
        aria-disabled={blocked === undefined ? undefined : true}
        onClick={() => (blocked === undefined ? onVoice() : toast({ message: blocked }))}
      >
        <IconMicrophone {...icon} />
      </IconButton>
      <IconButton
        ref={emoji}
        label={t`Emoji`}
        aria-haspopup="dialog"
        aria-expanded={choosing}
        onClick={() => setChoosing(!choosing)}
      >
        <IconMoodSmile {...icon} />
      </IconButton>
      {onTemplate !== undefined && (
        <IconButton label={t`Send a template`} onClick={onTemplate}>
          <IconTemplate {...icon} />
        </IconButton>
      )}
      {more}
      {choosing && (
        <Popover anchor={emoji} onClose={() => setChoosing(false)}>
          <Suspense>
            <EmojiPicker
              onChoose={(chosen) => {
                setChoosing(false);
                onEmoji(chosen);
              }}
            />
          </Suspense>
        </Popover>
      )}
    </>
  );
}

/** Why recording is not possible here. */
function useRecordingBlockText() {
  const { t } = useLingui();
  return (block: VoiceBlock): string => {
    if (block === 'insecure') return t`Recording needs a secure (https) address.`;
    if (block === 'no_recorder') return t`This browser can’t record audio.`;
    return t`This browser can’t record Opus audio, which WhatsApp requires for voice messages.`;
  };
}
