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

  const noticeText: Readonly<Record<string, string>> = {
    number_changed: t`The customer changed their phone number`,
    opened: t`The customer opened the chat`,
    security_code_changed: t`The customer’s security code changed`,
    user_id_changed: t`The customer’s WhatsApp user id changed`,
  };

  /**
   * A message as one line: its text, else its type; a call by what became of it, and who called; a message of WhatsApp
   * without words by what it is about.
   */
  const oneLine = (type: MessageType, preview: string, out = false) => {
    if (type === 'call' && out) return ownCallText[preview] ?? t`Call not answered`;
    if (type === 'call') return callText[preview] ?? typeText.call;
    if (type === 'system' && /^(\w+_\w+)?$/.test(preview))
      return noticeText[noticeOf(preview) ?? ''] ?? typeText.system;
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

/** What a message of WhatsApp without words is about, by its type; null where it has words. */
export function noticeOf(
  type: string,
): 'number_changed' | 'opened' | 'security_code_changed' | 'user_id_changed' | null {
  if (type === 'request_welcome') return 'opened';
  if (type === 'customer_identity_changed') return 'security_code_changed';
  if (/^\w*changed_number$/.test(type)) return 'number_changed';
  return /^\w*user_id\w*$/.test(type) ? 'user_id_changed' : null;
}
