import { chatwoot } from './chatwoot.ts';
import { respondIo } from './respond-io.ts';
import type { ImportSource, Tool } from './tool.ts';
import { wati } from './wati.ts';

export type ToolName = ImportSource['tool'];

export const tools: Readonly<Record<ToolName, Tool>> = { chatwoot, respond_io: respondIo, wati };
