import type { ApplicationScope, Scope } from '@parley/contract/types';
import { tools } from '../tools.ts';

const scopesOfTools = (readOnly: boolean) => [
  ...new Set(tools.filter((tool) => tool.readOnly === readOnly).flatMap(({ scopes }) => scopes)),
];
const reads = scopesOfTools(true);
const writes = scopesOfTools(false);

/** The scopes of API keys that the tools of an application need, and no others. */
export function apiScopesOf(scopes: readonly ApplicationScope[]): Scope[] {
  return scopes.includes('write') ? [...new Set([...reads, ...writes])] : reads;
}

/** @returns null when something else is asked for too; nothing asked for is everything. */
export function readScopes(text: string): ApplicationScope[] | null {
  // Some programs always ask for it; every application gets a refresh token anyway.
  const asked = text.split(' ').filter((name) => name !== '' && name !== 'offline_access');
  if (asked.some((name) => name !== 'read' && name !== 'write')) return null;
  return asked.includes('write') || asked.length === 0 ? ['read', 'write'] : ['read'];
}
