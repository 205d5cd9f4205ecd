import type { Message, User } from '@parley/contract/types';

/** The author of a group of our messages, or of a preview. `unknown` is shown as dots. */
export type AuthorLabel =
  | { kind: 'bot' }
  | { kind: 'agent' }
  | { kind: 'assistant' }
  | { kind: 'imported' }
  | { kind: 'you'; name: string }
  | { kind: 'person'; name: string }
  | { kind: 'key'; id: string }
  | { kind: 'unknown' };

/**
 * The specification's author rule (section 6), in its order: `bot` and `webhook` are the bot, `agent` is Meta's, `ai` the AI assistant, `import` another tool, a known member has a
 * name, an id that starts with `api` is shown as it is, anything else is dots until the name is known.
 * @param uid the user, whose own messages may be labelled "You"
 */
export function authorLabelOf(
  createdBy: string,
  findUser: (id: string) => Pick<User, 'name'> | undefined,
  uid: string,
): AuthorLabel {
  if (createdBy === 'bot' || createdBy === 'webhook') return { kind: 'bot' };
  if (createdBy === 'agent') return { kind: 'agent' };
  if (createdBy === 'ai') return { kind: 'assistant' };
  if (createdBy === 'import') return { kind: 'imported' };
  const user = findUser(createdBy);
  if (user !== undefined) return { kind: createdBy === uid ? 'you' : 'person', name: user.name };
  if (createdBy.startsWith('api')) return { kind: 'key', id: createdBy };
  return { kind: 'unknown' };
}

/** The author of a message: of one from another tool the name that it had there. */
export function messageAuthorOf(
  { created_by: createdBy, imported }: Pick<Message, 'created_by' | 'imported'>,
  findUser: (id: string) => Pick<User, 'name'> | undefined,
  uid: string,
): AuthorLabel {
  const isMember = findUser(createdBy) !== undefined;
  return isMember || imported?.author === undefined
    ? authorLabelOf(createdBy, findUser, uid)
    : { kind: 'person', name: imported.author };
}

/** The first word of a name, where room is short. */
export function shortName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
