// What members use in the inbox, in a chunk that loads when the page is idle.

export { AiConversation } from './components/ai-conversation.tsx';
export { AiDraftNote } from './components/ai-draft-note.tsx';
export { AiDraftTool } from './components/ai-draft-tool.tsx';
export { AiTranslation } from './components/ai-translation.tsx';
