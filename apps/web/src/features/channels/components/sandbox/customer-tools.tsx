import { useLingui } from '@lingui/react/macro';
import type { WriteAsCustomerBody } from '@parley/contract/types';
import {
  IconAddressBook,
  IconFileText,
  IconHelp,
  IconMapPin,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconPlayerStopFilled,
  IconPlus,
  IconReplace,
  IconSticker,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu } from '../../../../ui/layer/menu.tsx';
import { toast } from '../../../../ui/toast.ts';
import { type Recording, record, voiceBlock } from '../../../inbox/public.ts';
import { serverMessage } from '../../data/sandbox/server-message.ts';
import type { Phone } from '../../data/sandbox/use-phone.ts';

type Wanted = 'seen' | 'document' | 'sticker';
const accepts: Record<Wanted, string> = { seen: 'image/*,video/*', document: '', sticker: 'image/webp' };

/** Fictional samples of a location and a contact card. */
export const samplePlace = { latitude: 51.5117, longitude: -0.124, name: 'Covent Garden', address: 'London WC2E' };
const card = [
  {
    name: { formatted_name: 'Sami Haddad', first_name: 'Sami', last_name: 'Haddad' },
    phones: [{ phone: '+44 7700 900123', type: 'CELL', wa_id: '447700900123' }],
  },
];

export type CustomerToolsProps = {
  phone: Phone;
  send: (message: WriteAsCustomerBody) => void;
  /** The customer changed to another number. */
  onNumber: () => void;
};

/** What a customer can send besides text: files, voice, a location, a contact card, and an unsupported message. */
export function CustomerTools({ phone, send, onNumber }: CustomerToolsProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<Wanted>('seen');
  const choose = (kind: Wanted) => {
    setWanted(kind);
    if (input.current === null) return;
    input.current.accept = accepts[kind];
    input.current.click();
  };
  const sendFile = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      const id = await phone.upload(file);
      const kind = kindOf(file, wanted);
      send({ type: kind, [kind]: { id, ...(kind === 'document' ? { filename: file.name } : {}) } });
    } catch (error) {
      toast({ message: serverMessage(error) ?? t`Not sent. Try again.` });
    }
  };
  const files = [
    { id: 'seen', label: t`Photo or video`, icon: <IconPhoto {...icon} />, run: () => choose('seen') },
    { id: 'document', label: t`Document`, icon: <IconFileText {...icon} />, run: () => choose('document') },
    { id: 'sticker', label: t`Sticker`, icon: <IconSticker {...icon} />, run: () => choose('sticker') },
  ];
  const otherKinds = [
    {
      id: 'place',
      label: t`Place`,
      icon: <IconMapPin {...icon} />,
      run: () => send({ type: 'location', location: samplePlace }),
    },
    {
      id: 'card',
      label: t`Contact card`,
      icon: <IconAddressBook {...icon} />,
      run: () => send({ type: 'contacts', contacts: card }),
    },
    {
      id: 'call',
      label: t`Missed call`,
      icon: <IconPhone {...icon} />,
      run: () => send({ type: 'call' }),
    },
    {
      id: 'unknown',
      label: t`Unsupported message`,
      icon: <IconHelp {...icon} />,
      run: () => send({ type: 'unsupported' }),
    },
  ];
  const moves = [{ id: 'number', label: t`Changed number`, icon: <IconReplace {...icon} />, run: onNumber }];
  return (
    <>
      <Menu
        label={t`Message from the customer`}
        align="start"
        groups={[files, otherKinds, moves]}
        button={(button) => (
          <IconButton {...button} size="sm" label={t`Send something else`}>
            <IconPlus {...icon} />
          </IconButton>
        )}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Customer’s file`}
        onChange={(event) => {
          void sendFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function kindOf(file: File, wanted: Wanted): 'image' | 'video' | 'document' | 'sticker' {
  if (wanted !== 'seen') return wanted;
  return file.type.startsWith('video/') ? 'video' : 'image';
}

/** Records the customer's voice: one click starts, the next one sends. */
export function VoiceButton({ onRecorded }: { onRecorded: (voice: Blob) => Promise<void> }) {
  const { t } = useLingui();
  const [recording, setRecording] = useState<Recording | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef<Recording | null>(null);
  running.current = recording;
  useEffect(() => () => running.current?.discard(), []);
  const block = voiceBlock();

  const press = async () => {
    if (busy) return;
    setBusy(true);
    try {
      if (recording === null) setRecording(await record(() => setRecording(null)));
      else {
        setRecording(null);
        await onRecorded(await recording.finish());
      }
    } catch (error) {
      toast({ message: serverMessage(error) ?? t`The microphone couldn’t be used.` });
    } finally {
      setBusy(false);
    }
  };
  const label =
    block !== null ? t`This browser can’t record here` : recording ? t`Send the recording` : t`Record a voice message`;
  return (
    <IconButton
      size="sm"
      label={label}
      aria-disabled={block !== null || undefined}
      onClick={() => block === null && void press()}
    >
      {recording ? <IconPlayerStopFilled {...icon} /> : <IconMicrophone {...icon} />}
    </IconButton>
  );
}
