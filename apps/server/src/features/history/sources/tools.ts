import { chatwoot } from './chatwoot.ts';
import type { ImportSource, Tool } from './tool.ts';

export type ToolName = ImportSource['tool'];

export const tools: Readonly<Record<ToolName, Tool>> = { chatwoot };
