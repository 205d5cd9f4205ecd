import { useLingui } from '@lingui/react/macro';

/** WhatsApp's reason for the status of a template as people read it; one that is not known is shown as it is. */
export function useTemplateReason(): (reason: string) => string {
  const { t } = useLingui();
  const reasons: Record<string, string> = {
    ABUSIVE_CONTENT: t`WhatsApp considers the content abusive.`,
    FIRST_PAUSE: t`Customers blocked or reported this message.`,
    INCORRECT_CATEGORY: t`The category doesn’t fit the content.`,
    INVALID_FORMAT: t`The text or its samples break a format rule.`,
    PROMOTIONAL: t`The text is promotional and belongs in Marketing.`,
    SCAM: t`WhatsApp considers the content a scam.`,
    SECOND_PAUSE: t`Customers blocked or reported this message again.`,
    TAG_CONTENT_MISMATCH: t`The language or category doesn’t fit the content.`,
  };
  return (reason) => reasons[reason] ?? reason;
}
