import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Categories that WhatsApp bills by; it may bring new ones. */
const names = {
  marketing: msg`Marketing`,
  marketing_lite: msg`Marketing, Lite API`,
  utility: msg`Utility`,
  authentication: msg`Authentication`,
  'authentication-international': msg`Authentication, international`,
  service: msg`Service`,
};

export function useCategoryName(): (category: string) => string {
  const { i18n } = useLingui();
  return (category) => {
    const name = (names as Partial<Record<string, (typeof names)['marketing']>>)[category];
    return name === undefined ? category : i18n._(name);
  };
}
