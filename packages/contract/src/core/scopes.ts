/** The permissions of an API key: reading or writing one kind of resource. Writing does not include reading. */
export const scopeResources = [
  'messages',
  'threads',
  'contacts',
  'templates',
  'campaigns',
  'channels',
  'events',
] as const;
export type Scope = `${(typeof scopeResources)[number]}:${'read' | 'write'}`;

export const scopes: readonly Scope[] = scopeResources.flatMap((name): Scope[] => [`${name}:read`, `${name}:write`]);
