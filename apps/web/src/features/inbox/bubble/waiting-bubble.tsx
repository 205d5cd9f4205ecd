import { useLingui } from '@lingui/react/macro';
import { mapTexts } from '@parley/contract/map-texts';
import { renderText, type VariableContact } from '@parley/contract/variables';
import type { ReactNode } from 'react';
import { useNow } from '../../../platform/use-now.ts';
import { Ticks } from '../../../ui/ticks.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import type { OutboxEntry } from '../../sync/public.ts';
import { BubbleFrame, BubbleMeta } from './bubble.tsx';
import { StructuredContent } from './bubble-content.tsx';
import { FormattedText } from './formatted-text.tsx';
import { WaitingMedia } from './media/waiting-media.tsx';
import { Quote, type QuotedMessage } from './quote.tsx';
import { TemplateButtons, TemplateContent } from './template-content.tsx';
import { entryText } from './use-message-labels.ts';
import { useSendTimeText } from './use-send-time-text.ts';

export type WaitingBubbleProps = {
  entry: OutboxEntry;
  /** The contact, whose values are shown where the server will fill them in. */
  contact?: VariableContact;
  first: boolean;
  last: boolean;
  author: ReactNode | null;
  quoted?: QuotedMessage | null;
  notice: ReactNode;
};

/** A message that has not reached the server; its only status is the clock. */
export function WaitingBubble({ entry, contact, first, last, author, quoted, notice }: WaitingBubbleProps) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const nowMs = useNow();
  const sendTime = useSendTimeText();
  const { send_at: sendAt } = entry.body;
  const refused = entry.state === 'refused';
  const written = entryText(entry);
  const text = contact === undefined ? written : renderText(written, contact, { asTyped: entry.body.as_typed }).text;
  return (
    <BubbleFrame
      out
      first={first}
      last={last}
      failed={refused}
      waiting={!refused}
      author={first ? author : null}
      after={notice}
    >
      {quoted !== undefined && <Quote quoted={quoted} />}
      {entry.attachment !== undefined && <WaitingMedia entry={entry} />}
      {entry.template !== undefined && <TemplateContent template={entry.template} />}
      {isStructured(entry.body.type) && (
        <StructuredContent
          content={contact === undefined ? entry.body : mapTexts(entry.body, fill(contact, entry.body.as_typed))}
        />
      )}
      {entry.template === undefined && text !== '' && <FormattedText text={text} />}
      <BubbleMeta>
        {sendAt === undefined ? (
          <time dateTime={entry.created_at}>{words.clock(entry.created_at)}</time>
        ) : (
          <time dateTime={sendAt === 'reply' ? undefined : sendAt}>
            {sendAt === 'reply' ? t`Will be sent when they reply` : t`Scheduled for ${sendTime(sendAt, nowMs)}`}
          </time>
        )}
        {refused ? <span className="visually-hidden">{t`Not sent`}</span> : <Ticks status={0} sendState={null} />}
      </BubbleMeta>
      {entry.template !== undefined && <TemplateButtons template={entry.template} />}
    </BubbleFrame>
  );
}

function isStructured(type: OutboxEntry['body']['type']): boolean {
  return type === 'location' || type === 'contacts' || type === 'interactive';
}

function fill(contact: VariableContact, asTyped: readonly string[] | undefined) {
  return (text: string) => renderText(text, contact, { asTyped }).text;
}
