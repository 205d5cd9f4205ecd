import { useLingui } from '@lingui/react/macro';
import type { AiDraft, Thread } from '@parley/contract/types';
import { IconSparkles } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { draftReply, previewThread } from '../data/ai-calls.ts';
import { placeDraft } from '../data/ai-drafts.ts';
import { useAiFunctions } from '../data/ai-status.ts';
import { useAiCall } from '../data/use-ai-call.ts';
import { AiProblem } from './ai-problem.tsx';
import { ConsentDialog } from './consent-dialog.tsx';

export type AiDraftToolProps = {
  thread: Thread;
  /** Puts the draft into the field. @returns the text that the field has then */
  onDraft: (text: string) => string;
};

/** Writes a draft into the field of a reply. It never sends. */
export function AiDraftTool({ thread, onDraft }: AiDraftToolProps) {
  const { t } = useLingui();
  const functions = useAiFunctions();
  const { state, start, agreed, reset } = useAiCall<AiDraft>('reply', (draft) =>
    placeDraft(thread.id, { ...draft, field: onDraft(draft.text) }),
  );
  if (!functions.includes('reply')) return null;
  const call = () => draftReply(thread.id);
  const busy = state.kind === 'busy';
  return (
    <>
      <IconButton
        label={busy ? t`Drafting a reply…` : t`Draft a reply`}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={() => busy || start(call)}
      >
        <IconSparkles {...icon} />
      </IconButton>
      {state.kind === 'asking' && (
        <ConsentDialog
          action="reply"
          preview={() => previewThread(thread.id, 'reply')}
          onAgreed={() => agreed(call)}
          onClose={reset}
        />
      )}
      {state.kind === 'failed' && (
        <Dialog title={t`Couldn’t draft a reply`} onClose={reset}>
          <AiProblem error={state.error} onRetry={() => agreed(call)} />
        </Dialog>
      )}
    </>
  );
}
