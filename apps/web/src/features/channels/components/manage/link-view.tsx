import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { useState } from 'react';
import { TextAreaField } from '../../../../ui/field.tsx';
import { QrCode } from '../../../../ui/qr-code.tsx';
import { chatLink } from '../../data/chat-link.ts';
import { CopyLine } from './copy-line.tsx';

/** A link and a QR code that open a chat with this number, with a prepared message. */
export function LinkView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const [words, setText] = useState('');
  const link = chatLink(channel.phone_number, words);
  return (
    <>
      <TextAreaField
        label={t`Prepared message`}
        note={t`optional`}
        help={t`They appear in the customer’s message field; the customer still sends them.`}
        maxLength={500}
        value={words}
        onChange={(event) => setText(event.target.value)}
      />
      <CopyLine label={t`Link`} text={link} />
      <QrCode text={link} label={t`QR code of the link`} name={channel.channel_label} />
    </>
  );
}
