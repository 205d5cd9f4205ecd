import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { prepareFile } from '../../../inbox/public.ts';
import { sendFiles, useAccount } from '../../../sync/public.ts';
import { VoiceButton } from './customer-tools.tsx';

/** Sends a file as the team, as in the inbox. */
export function TeamAttach({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const account = useAccount();
  const input = useRef<HTMLInputElement>(null);
  const send = async (file: File | undefined) => {
    if (file === undefined) return;
    const made = await prepareFile(file, false);
    if ('problem' in made) toast({ message: t`WhatsApp doesn’t support this file.` });
    else await sendFiles(account, thread, [made.prepared]);
  };
  return (
    <>
      <IconButton size="sm" label={t`Attach a file`} onClick={() => input.current?.click()}>
        <IconPaperclip {...icon} />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Team’s file`}
        onChange={(event) => {
          void send(event.target.files?.[0]).catch(() => toast({ message: t`Not sent. Try again.` }));
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Sends a voice message as the team. */
export function TeamVoice({ thread }: { thread: Thread }) {
  const account = useAccount();
  const send = async (voice: Blob) => {
    const file = { file: voice, name: 'voice.ogg', kind: 'audio' as const, voice: true };
    await sendFiles(account, thread, [file]);
  };
  return <VoiceButton onRecorded={send} />;
}
