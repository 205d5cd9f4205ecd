import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyActor, UserActor } from '../auth/actor.ts';
import { AppError } from '../errors.ts';

/** Files that arrive at once, in this process. */
const most = { ofCaller: 8, ofAccount: 24 } as const;

export type Uploads = {
  /**
   * Counts an upload until it is answered, before a byte of it is read.
   * @param mostBytes what it may have at most
   * @throws AppError too_many_requests; storage_full without room on the disk for it and for the rest of all others
   */
  begin(request: FastifyRequest, reply: FastifyReply, actor: UserActor | KeyActor, mostBytes: number): void;
};

/** @param ensureRoom throws without room for so many bytes */
export function createUploads(ensureRoom: (bytes: number) => void): Uploads {
  const counts = new Map<string, number>();
  const owed = new Set<() => number>();

  function change(keys: readonly string[], by: number): void {
    for (const key of keys) {
      const count = (counts.get(key) ?? 0) + by;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    }
  }

  return {
    begin({ raw, headers }, reply, actor, mostBytes) {
      const caller = actor.kind === 'key' ? actor.keyId : actor.uid;
      const account = actor.clientId;
      if ((counts.get(caller) ?? 0) >= most.ofCaller)
        throw tooMany(`At most ${most.ofCaller} files can be uploaded at once. Try again when the others are there.`);
      if (account !== null && (counts.get(account) ?? 0) >= most.ofAccount)
        throw tooMany(
          `At most ${most.ofAccount} files of an account can be uploaded at once. Try again when the others are there.`,
        );
      const declared = Number(headers['content-length'] ?? mostBytes);
      const bytes = Math.min(Number.isNaN(declared) ? mostBytes : declared, mostBytes);
      ensureRoom([...owed].reduce((sum, left) => sum + left(), bytes));
      const before = raw.socket.bytesRead ?? 0;
      const left = () => Math.max(0, bytes - ((raw.socket.bytesRead ?? 0) - before));
      const keys = account === null ? [caller] : [caller, account];
      owed.add(left);
      change(keys, 1);
      reply.raw.once('close', () => {
        owed.delete(left);
        change(keys, -1);
      });
    },
  };
}

function tooMany(message: string): AppError {
  return new AppError('too_many_requests', { message, retryAfterS: 2 });
}
