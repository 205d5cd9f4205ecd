import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';

/** Why a chosen template is not offered now; undefined for a deleted one. */
export function useStatusText(): (name: string, template: Template | undefined) => string {
  const { t } = useLingui();
  return (name, template) => {
    if (template === undefined || template.status === 'DELETED') {
      return t`${name} was deleted at WhatsApp. Nothing is offered first until another is chosen.`;
    }
    const { status, status_reason } = template;
    const reason = status_reason ?? '';
    const words: Record<string, string> = {
      PAUSED: t`${name} is paused by WhatsApp and is not offered until that ends. ${reason}`,
      DISABLED: t`${name} was disabled by WhatsApp for good. Choose another. ${reason}`,
      REJECTED: t`${name} was rejected by WhatsApp. Choose another. ${reason}`,
      PENDING: t`${name} is in review again and is not offered until WhatsApp has approved it. ${reason}`,
    };
    return words[status] ?? t`WhatsApp calls ${name} ${status}: it is not offered until it is approved. ${reason}`;
  };
}
