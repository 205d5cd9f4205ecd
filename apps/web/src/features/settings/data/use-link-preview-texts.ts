import { useLingui } from '@lingui/react/macro';
import type { LinkPreviewChoice } from '@parley/contract/types';

/** The choices of link previews in words. */
export function useLinkPreviewTexts(): Record<LinkPreviewChoice, string> {
  const { t } = useLingui();
  return { off: t`Off`, outgoing: t`Links you send`, all: t`All links` };
}
