import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Ticks } from '../../../ui/ticks.tsx';
import type { OutboxEntry } from '../../sync/public.ts';
import { wordsOfEntry } from '../use-message-words.ts';
import { useTimeWords } from '../use-time-words.ts';
import { BubbleFrame, BubbleMeta } from './bubble.tsx';
import { FormattedText } from './formatted-text.tsx';
import { Quote, type QuotedMessage } from './quote.tsx';
import { TemplateButtons, TemplateContent } from './template-content.tsx';
import { WaitingMedia } from './waiting-media.tsx';

export type WaitingBubbleProps = {
  entry: OutboxEntry;
  first: boolean;
  last: boolean;
  author: ReactNode | null;
  quoted?: QuotedMessage | null;
  notice: ReactNode;
};

/** A message that has not reached the server: it claims nothing but the clock. */
export function WaitingBubble({ entry, first, last, author, quoted, notice }: WaitingBubbleProps) {
  const { t } = useLingui();
  const words = useTimeWords();
  const refused = entry.state === 'refused';
  const text = wordsOfEntry(entry);
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
      {entry.template === undefined && text !== '' && <FormattedText text={text} />}
      <BubbleMeta>
        <time dateTime={entry.created_at}>{words.clock(entry.created_at)}</time>
        {refused ? <span className="visually-hidden">{t`Not sent`}</span> : <Ticks status={0} sendState={null} />}
      </BubbleMeta>
      {entry.template !== undefined && <TemplateButtons template={entry.template} />}
    </BubbleFrame>
  );
}
