import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { useState } from 'react';
import { TextAreaField } from '../../../ui/field.tsx';
import { chatLink } from '../chat-link.ts';
import { CopyLine } from './copy-line.tsx';
import { QrCode } from './qr-code.tsx';

/** A link and a picture that open a chat with this number, with the first words already written. */
export function LinkView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const link = chatLink(channel.phone_number, words);
  return (
    <>
      <TextAreaField
        label={t`First words`}
        note={t`optional`}
        help={t`They stand in the customer's message field; the customer still sends them.`}
        maxLength={500}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <CopyLine label={t`Link`} text={link} />
      <QrCode text={link} name={channel.channel_label} />
    </>
  );
}
