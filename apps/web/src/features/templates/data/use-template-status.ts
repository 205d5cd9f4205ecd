import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useTemplateReason } from './use-template-reason.ts';

export type StatusWords = { label: string; tone: BadgeTone; explanation: string };

/** The status of a template as people read it, with WhatsApp's reason. */
export function useTemplateStatus(): (template: Template) => StatusWords {
  const { t } = useLingui();
  const days = useDateLabels();
  const reasonText = useTemplateReason();
  return ({ status, status_reason: reason, paused_until: until, next_category, components }) => {
    const why = reason === null ? '' : reasonText(reason);
    const words: Record<string, StatusWords> = {
      ACTIVE: { label: t`Ready`, tone: 'ok', explanation: '' },
      APPROVED: { label: t`Ready`, tone: 'ok', explanation: '' },
      DRAFT: { label: t`Draft`, tone: 'neutral', explanation: t`Not submitted to WhatsApp yet.` },
      PENDING: { label: t`In review`, tone: 'info', explanation: t`WhatsApp reviews within 24 hours.` },
      IN_APPEAL: { label: t`In appeal`, tone: 'info', explanation: t`WhatsApp is reviewing your appeal.` },
      REJECTED: { label: t`Rejected`, tone: 'bad', explanation: why },
      PAUSED: {
        label: until === null ? t`Paused` : t`Paused until ${days.short(until)}`,
        tone: 'warn',
        explanation: why || t`WhatsApp paused it because of low quality.`,
      },
      DISABLED: { label: t`Disabled`, tone: 'bad', explanation: why || t`Can’t be sent again.` },
      DEACTIVATED: { label: t`Deactivated`, tone: 'bad', explanation: why },
      PENDING_DELETION: { label: t`Being deleted`, tone: 'neutral', explanation: '' },
      DELETED: { label: t`Deleted`, tone: 'neutral', explanation: '' },
      LIMIT_EXCEEDED: { label: t`Limit exceeded`, tone: 'warn', explanation: why },
    };
    const found = words[status] ?? { label: status, tone: 'neutral' as const, explanation: why };
    if (status !== 'ACTIVE') return found;
    if (components === null) {
      return { ...found, explanation: t`The text isn’t synced yet. Sync the templates.` };
    }
    return next_category === null ? found : { label: t`Category changes`, tone: 'warn', explanation: '' };
  };
}
