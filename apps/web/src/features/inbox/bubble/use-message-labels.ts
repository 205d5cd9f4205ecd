import { useLingui } from '@lingui/react/macro';
import type { MessageType } from '@parley/contract/types';
import { useAssistantName } from '../../answering/public.ts';
import type { OutboxEntry } from '../../sync/public.ts';
import { type AuthorLabel, shortName } from './author-label.ts';
import { usePlainText } from './use-plain-text.ts';

/** Labels of message types and authors, as rows of the list show them; `useMessageWords` has what conversations need. */
export function useMessageLabels() {
  const { t } = useLingui();
  const plainText = usePlainText();
  const assistant = useAssistantName() ?? t`AI assistant`;
  const typeText: Record<MessageType, string> = {
    audio: t`Audio`,
    button: t`Button`,
    call: t`Missed call`,
    contacts: t`Contact`,
    document: t`Document`,
    image: t`Photo`,
    interactive: t`Interactive message`,
    location: t`Location`,
    order: t`Order`,
    sticker: t`Sticker`,
    system: t`System message`,
    template: t`Template`,
    text: t`Text`,
    unsupported: t`Message of an unknown type`,
    video: t`Video`,
  };

  const callText: Readonly<Record<string, string>> = { answered: t`Call`, declined: t`Call declined` };
  const ownCallText: Readonly<Record<string, string>> = { answered: t`Call`, cancelled: t`Call cancelled` };

  const stateText: Readonly<Record<string, string>> = {
    form_filled: t`Completed form`,
    calls_allowed: t`Allowed calls from your business`,
    calls_declined: t`Declined calls from your business`,
    number_changed: t`The customer changed their phone number`,
    opened: t`The customer opened the chat`,
    security_code_changed: t`The customer’s security code changed`,
    user_id_changed: t`The customer’s WhatsApp user id changed`,
  };

  /**
   * A message as one line: its text, else its type; a call by what became of it, and who called; an answer or a
   * message of WhatsApp without words by what it is.
   */
  const oneLine = (type: MessageType, preview: string, out = false) => {
    if (type === 'call' && out) return ownCallText[preview] ?? t`Call not answered`;
    if (type === 'call') return callText[preview] ?? typeText.call;
    if ((type === 'system' || type === 'interactive') && /^(\w+_\w+)?$/.test(preview)) {
      return stateText[stateOf(preview) ?? ''] ?? typeText[type];
    }
    const words = plainText(preview);
    return words === '' ? typeText[type] : words;
  };
  return {
    typeText,
    assistant,
    oneLine,
    /** Before a preview: as short as is still clear. */
    prefix: (label: AuthorLabel) => {
      if (label.kind === 'bot') return t`Bot:`;
      if (label.kind === 'agent') return t`AI agent:`;
      if (label.kind === 'assistant') return t`${assistant}:`;
      if (label.kind === 'you' || label.kind === 'imported') return t`You:`;
      if (label.kind === 'person') return t`${shortName(label.name)}:`;
      return label.kind === 'key' ? t`API:` : '…:';
    },
  };
}

/** The text of a queued message: its text, the caption of its file, or its template. */
export function entryText({ body, template }: OutboxEntry): string {
  const caption = body.image?.caption ?? body.video?.caption ?? body.document?.caption;
  return body.text?.body ?? caption ?? template?.display.body ?? '';
}

const states: readonly [RegExp, string][] = [
  [/^nfm_reply$/, 'form_filled'],
  [/^call_permission_reply_accept$/, 'calls_allowed'],
  [/^call_permission_reply/, 'calls_declined'],
  [/^request_welcome$/, 'opened'],
  [/^customer_identity_changed$/, 'security_code_changed'],
  [/^\w*changed_number$/, 'number_changed'],
  [/^\w*user_id\w*$/, 'user_id_changed'],
];

/** What a message without words is, by WhatsApp's type; null for words, and for types that are not known. */
export function stateOf(type: string): string | null {
  return states.find(([pattern]) => pattern.test(type))?.[1] ?? null;
}
