import type { Thread } from '@parley/contract/types';
import { lazyComponent } from '../../platform/lazy-component.tsx';
import { whenIdle } from '../../platform/when-idle.ts';
import type { AiDraftNoteProps } from './components/ai-draft-note.tsx';
import type { AiDraftToolProps } from './components/ai-draft-tool.tsx';

export { SourceTitle } from './components/source-title.tsx';
export { openAi, showTranslation, useIsTranslated } from './data/ai-open.ts';
export { useAiFunctions, useAiSwitch, useCanTranscribe } from './data/ai-status.ts';

const lazyParts = () => import('./lazy.ts');
const hidden = { fallback: null, optional: true };

/** Above the messages: what the menu of the conversation opened. */
export const AiConversation = lazyComponent<{ thread: Thread }>(
  async () => (await whenIdle().then(lazyParts)).AiConversation,
  hidden,
);
/** In the tools of the field; nothing where drafts are off. */
export const AiDraftTool = lazyComponent<AiDraftToolProps>(
  async () => (await whenIdle().then(lazyParts)).AiDraftTool,
  hidden,
);
/** Above the field: marks a draft. */
export const AiDraftNote = lazyComponent<AiDraftNoteProps>(
  async () => (await whenIdle().then(lazyParts)).AiDraftNote,
  hidden,
);
/** Below a message. */
export const AiTranslation = lazyComponent<{ messageId: string }>(
  async () => (await lazyParts()).AiTranslation,
  hidden,
);
