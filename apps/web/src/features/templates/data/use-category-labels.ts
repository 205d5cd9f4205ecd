import { useLingui } from '@lingui/react/macro';

export function useCategoryLabels(): (category: string | null) => string {
  const { t } = useLingui();
  const words: Record<string, string> = {
    AUTHENTICATION: t`One-time code`,
    MARKETING: t`Marketing`,
    UTILITY: t`Utility`,
  };
  return (category) => (category === null ? '' : (words[category] ?? category));
}
