import { useLingui } from '@lingui/react/macro';
import { sendableMedia } from '@parley/contract/media';
import { IconMicrophone, IconPaperclip } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { type VoiceBlock, voiceBlock } from '../voice/recorder.ts';

/** What the file chooser offers first; pictures of any type, because they are drawn anew. */
const accepted = [
  'image/*',
  ...Object.entries(sendableMedia).flatMap(([type, { extensions }]) => [type, ...extensions.map((end) => `.${end}`)]),
].join(',');

export type ComposerToolsProps = {
  onFiles: (files: readonly File[]) => void;
  onVoice: () => void;
};

/** Attach and record. */
export function ComposerTools({ onFiles, onVoice }: ComposerToolsProps) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const [block] = useState(voiceBlock);
  const words = useBlockWords();
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
        label={block === null ? t`Record a voice message` : words(block)}
        aria-disabled={block === null ? undefined : true}
        onClick={() => (block === null ? onVoice() : toast({ message: words(block) }))}
      >
        <IconMicrophone {...icon} />
      </IconButton>
    </>
  );
}

/** Why there is no recording here. */
function useBlockWords() {
  const { t } = useLingui();
  return (block: VoiceBlock): string => {
    if (block === 'insecure')
      return t`Voice messages need a secure page (https): the browser gives no microphone to this one.`;
    if (block === 'no_recorder') return t`This browser cannot record sound.`;
    return t`This browser cannot record Opus sound, which WhatsApp wants for voice messages.`;
  };
}
