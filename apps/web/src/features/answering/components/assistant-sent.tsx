import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConsentDialog, useAiFunctions, useHasAgreed } from '../../ai/public-settings.ts';
import { previewAssistant } from '../data/assistant-data.ts';

/** The exact request of an answer; an Admin agrees to it once for the account. */
export function AssistantSent({ onAgreed }: { onAgreed: () => void }) {
  const { t } = useLingui();
  useAiFunctions();
  const agreed = useHasAgreed('assistant');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t`Show what AI sends`}</Button>
      {open && (
        <ConsentDialog
          action="assistant"
          preview={previewAssistant}
          agree={agreed ? null : t`Agree`}
          onAgreed={() => {
            setOpen(false);
            onAgreed();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
