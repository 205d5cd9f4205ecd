import { readTools } from './read-tools.ts';
import type { Tool } from './tool.ts';
import { writeTools } from './write-tools.ts';

export const tools: readonly Tool[] = [...readTools, ...writeTools];

/** @returns the tools whose scopes a key has */
export function toolsFor(scopes: readonly string[]): Tool[] {
  return tools.filter((tool) => tool.scopes.every((scope) => scopes.includes(scope)));
}
