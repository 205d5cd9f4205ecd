import { randomUUID } from 'node:crypto';
import type { Note, User, UserGroup } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';
import { momentOf } from './daytime.ts';
import type { NoteToWrite, SeedContext } from './play-conversation.ts';

/** Writes the team's notes, each at the time it is to have been written. */
export async function seedNotes(stage: SeedContext, notes: readonly NoteToWrite[], timeZone: string): Promise<void> {
  const now = new Date();
  const { installation, clientId, team } = stage;
  const { users, user_groups: groups } = await apiCall<{ users: User[]; user_groups: UserGroup[] }>(
    installation.url,
    'GET',
    '/api/bootstrap',
    undefined,
    team.dana.token,
  );
  for (const { threadId, by, body, ago } of notes) {
    const named = withNames(body, users, groups);
    const id = randomUUID();
    await apiCall<Note>(installation.url, 'POST', `/api/threads/${threadId}/notes`, { id, ...named }, team[by].token);
    const values = [clientId, id, momentOf(ago, now, timeZone)];
    await installation.owner.query(
      'update notes set created_at = $3, version = version + 1 where client_id = $1 and id = $2',
      values,
    );
    await installation.owner.query(
      'update note_mentions set created_at = $3 where client_id = $1 and note_id = $2',
      values,
    );
  }
}

/** Replaces names in braces by mentions, as the field of the inbox does. @throws Error for an unknown name */
function withNames(body: string, users: readonly User[], groups: readonly UserGroup[]) {
  const mentions = { user_ids: [] as string[], group_ids: [] as string[] };
  const marked = body.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => {
    const user = users.find((each) => each.name === name);
    const group = groups.find((each) => each.name === name);
    const id = user?.id ?? group?.id;
    if (id === undefined) throw new Error(`nobody is called ${name}`);
    mentions[user === undefined ? 'group_ids' : 'user_ids'].push(id);
    return `@[${name}](${user === undefined ? 'group' : 'user'}:${id})`;
  });
  return { body: marked, mentions };
}
