import { useLingui } from '@lingui/react/macro';
import type { HelpTextPreview } from '@parley/contract/types';
import { useState } from 'react';
import { previewHelpTextFile, previewHelpTextPage } from '../data/ai-settings.ts';
import { HelpTextChoice } from './help-text-choice.tsx';
import { HelpTextSourceForm } from './help-text-source-form.tsx';

/** Imports help texts from a page or file: what to read, then which of its texts. @param url of a page that is read again */
export function HelpTextImportDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useLingui();
  const [preview, setPreview] = useState<HelpTextPreview | null>(null);
  if (preview !== null) {
    return <HelpTextChoice preview={preview} onBack={() => setPreview(null)} onClose={onClose} />;
  }
  return (
    <HelpTextSourceForm
      title={url === '' ? t`Import help texts` : t`Update from page`}
      url={url}
      read={async (source) =>
        setPreview(await (typeof source === 'string' ? previewHelpTextPage(source) : previewHelpTextFile(source)))
      }
      onClose={onClose}
    />
  );
}
