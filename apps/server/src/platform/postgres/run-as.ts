// PostgreSQL refuses to run as root, so a root start needs another user for it; every other start uses its own.
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** The user PostgreSQL runs under when Node runs as root. */
export type RunAs = { uid: number; gid: number; name: string };

// First match wins. The first two exist only if they were created for this purpose; `nobody` is on every Linux.
const candidateNames = ['parley', 'postgres', 'nobody'];

/**
 * Chooses the user for PostgreSQL.
 * @param clusterOwner owner of an existing database folder: it is used, so that ownership need not change and the
 * same folder can be started by root and by its ordinary owner in turn
 * @returns null when Node does not run as root: PostgreSQL runs as the same user
 * @throws EmbeddedPostgresError when there is no suitable user
 */
export function chooseRunAs(clusterOwner: { uid: number; gid: number } | null): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const users = readPasswd();
  if (clusterOwner && clusterOwner.uid !== 0) {
    const known = users.find((user) => user.uid === clusterOwner.uid);
    return known ?? { ...clusterOwner, name: `user ${clusterOwner.uid}` };
  }
  for (const name of candidateNames) {
    const user = users.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (user) return user;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and none of the users ${candidateNames.join(', ')} exists: make one, start as an ordinary user, or set DATABASE_URL`,
  );
}

/**
 * initdb looks its user up by name, even when the name of the superuser is given.
 * @throws EmbeddedPostgresError when the uid has no entry in the user database (arbitrary uids in containers)
 */
export function requirePasswdEntry(runAs: RunAs | null): void {
  const uid = runAs ? runAs.uid : process.getuid?.();
  const known = runAs ? readPasswd().some((user) => user.uid === uid) : hasOwnName();
  if (known) return;
  throw new EmbeddedPostgresError(
    `user id ${uid} has no entry in /etc/passwd, which PostgreSQL needs to create a database: add one, start as another user, or set DATABASE_URL`,
  );
}

function hasOwnName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    // userInfo throws exactly when the user database has no such uid.
    return false;
  }
}

function readPasswd(): RunAs[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [name, , uid, gid] = line.split(':');
      return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
    });
}
