import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';

/** Why a chosen template is not offered now; undefined for a deleted one. */
export function useStatusText(): (name: string, template: Template | undefined) => string {
  const { t } = useLingui();
  return (name, template) => {
    if (template === undefined || template.status === 'DELETED') {
      return t`${name} was deleted on WhatsApp. Choose another.`;
    }
    const { status, status_reason } = template;
    const reason = status_reason ?? '';
    const words: Record<string, string> = {
      PAUSED: t`${name} is paused by WhatsApp and isn’t suggested until the pause ends. ${reason}`,
      DISABLED: t`${name} was permanently disabled by WhatsApp. Choose another. ${reason}`,
      REJECTED: t`${name} was rejected by WhatsApp. Choose another. ${reason}`,
      PENDING: t`${name} is in review again and isn’t suggested until WhatsApp approves it. ${reason}`,
    };
    return (
      words[status] ??
      t`${name} has the status ${status} on WhatsApp and isn’t suggested until it’s approved. ${reason}`
    );
  };
}
