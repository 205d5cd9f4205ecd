import type { NewChange } from '../sync/public.ts';

type Change = Omit<NewChange, 'clientId'>;
type Versioned = { id: string; version: number };

/** Above this many rows readers read the collection again instead. */
const mostSingleChanges = 200;

export function userChange(id: string, marker: 'NEW' | 'MODIFIED', version: number): Change {
  return { collection: 'users', id, marker, version };
}

export function groupChanges(groups: readonly Versioned[]): Change[] {
  return groups.map(({ id, version }) => ({ collection: 'user_groups', id, marker: 'MODIFIED', version }));
}

export function threadChanges(threads: readonly Versioned[]): Change[] {
  if (threads.length > mostSingleChanges) {
    return [{ collection: 'threads', id: '*', marker: 'MODIFIED', version: 0 }];
  }
  return threads.map(({ id, version }) => ({ collection: 'threads', id, marker: 'MODIFIED', version }));
}
