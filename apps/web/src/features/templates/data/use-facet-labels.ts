import { useLingui } from '@lingui/react/macro';

/** How WhatsApp rates a template, by its word. */
export function useQualityLabels(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return { GREEN: t`High`, YELLOW: t`Medium`, RED: t`Low` };
}

/** Kinds of headers, by WhatsApp's word. */
export function useHeaderLabels(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    NONE: t`None`,
    TEXT: t`Text`,
    IMAGE: t`Picture`,
    VIDEO: t`Video`,
    DOCUMENT: t`Document`,
    LOCATION: t`Location`,
  };
}
