import { useLingui } from '@lingui/react/macro';
import type { ThreadEvent } from '@parley/contract/types';
import type { ReactNode } from 'react';
import { useRow, useThread } from '../../sync/public.ts';
import { useTemplateReason } from '../../templates/public.ts';

/** Whether a line is about the channel or a template of the conversation, and not about the conversation itself. */
export function isNotice({ kind }: ThreadEvent): boolean {
  return kind.startsWith('channel_') || kind.startsWith('template_');
}

export function NoticeWords({ event }: { event: ThreadEvent }): ReactNode {
  const { t } = useLingui();
  const reasonText = useTemplateReason();
  const channel = useRow('channels', useThread(event.thread_id)?.channel_id ?? '');
  const { template_name: template = '', reason } = event.detail;
  const number =
    channel === undefined ? '' : channel.phone_number === '' ? channel.channel_label : `+${channel.phone_number}`;
  const why = reason === undefined ? null : event.kind.startsWith('template_') ? reasonText(reason) : reason;
  if (event.kind === 'template_paused') {
    return why === null
      ? t`WhatsApp paused the template “${template}”`
      : t`WhatsApp paused the template “${template}”: ${why}`;
  }
  if (event.kind === 'template_disabled') {
    return why === null
      ? t`WhatsApp disabled the template “${template}”`
      : t`WhatsApp disabled the template “${template}”: ${why}`;
  }
  if (event.kind === 'template_resumed') return t`The template “${template}” can be sent again`;
  if (event.kind === 'channel_removed') return t`The number of this conversation was disconnected`;
  if (number === '') {
    // Removed since then.
    if (event.kind === 'channel_paused') return t`The number of this conversation was paused`;
    return event.kind === 'channel_disconnected'
      ? t`The number of this conversation was disconnected`
      : t`The number of this conversation was connected again`;
  }
  if (event.kind === 'channel_paused') return t`The number ${number} was paused`;
  if (event.kind === 'channel_resumed') return t`The number ${number} was resumed`;
  if (event.kind === 'channel_connected') return t`The number ${number} was connected again`;
  return why === null ? t`The number ${number} was disconnected` : t`The number ${number} was disconnected: ${why}`;
}
