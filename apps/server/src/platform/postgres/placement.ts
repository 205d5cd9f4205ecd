// Chooses and prepares the folders of one embedded cluster: inside DATA_DIR, or under the system folder when a root
// start must run PostgreSQL as a user who cannot reach DATA_DIR.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-error.ts';
import {
  defaultSocketDir,
  inodeOf,
  type LocationNote,
  locationFile,
  readLocationNote,
  realPathIfAny,
  shortHash,
  socketPathFits,
} from './paths.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';

export const defaultSystemDir = '/var/lib/parley';

export type Placement = {
  dataDir: string;
  homeDir: string;
  clusterDir: string;
  socketDir: string;
  runAs: RunAs | null;
  /** The cluster is outside DATA_DIR. */
  isRelocated: boolean;
};

/**
 * Creates DATA_DIR and the launcher's folder in it.
 * @returns both without symbolic links
 * @throws EmbeddedPostgresError when they cannot be created or belong to another user
 */
export function prepareHome(dataDir: string): { dataDir: string; homeDir: string } {
  try {
    const isNew = mkdirSync(dataDir, { recursive: true }) !== undefined;
    // PostgreSQL's user must be able to pass through, whatever the umask.
    if (isNew) chmodSync(dataDir, folderMode());
    const realDataDir = realPathIfAny(dataDir);
    const homeDir = join(realDataDir, 'postgres');
    mkdirSync(homeDir, { recursive: true, mode: folderMode() });
    mkdirSync(join(realDataDir, 'log'), { recursive: true, mode: 0o700 });
    return { dataDir: realDataDir, homeDir };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `cannot make the database folder in ${dataDir} (${systemErrorCode(error)}): make it writable for this user, or set DATA_DIR`,
      { cause: error },
    );
  }
}

/**
 * Decides where the cluster is and which user runs it, records that in DATA_DIR before anything is created, and
 * prepares the socket folder. Call it only while holding the folder lock.
 * @param systemDir folder for data that cannot be in DATA_DIR, used by root only
 * @throws EmbeddedPostgresError when an existing cluster cannot be used by the chosen user
 */
export function resolveClusterLocation(dataDir: string, homeDir: string, systemDir: string): Placement {
  const note = readLocationNote(dataDir);
  const inside = join(homeDir, 'cluster');
  let clusterDir = note?.cluster_dir ?? inside;
  let runAs = chooseRunAs(ownerOf(clusterDir));
  if (runAs) chmodSync(homeDir, folderMode());
  if (clusterDir === inside && runAs && !canEnter(homeDir, runAs)) {
    if (existsSync(inside)) {
      throw new EmbeddedPostgresError(
        `the database in ${inside} cannot be reached by ${runAs.name}, who runs PostgreSQL when root starts Parley: let that user pass through its parent folders (chmod o+x), or start as an ordinary user`,
      );
    }
    clusterDir = newSystemPlace(systemDir, dataDir);
    runAs = chooseRunAs(null);
  }
  requireOwnCluster(clusterDir, runAs);
  if (clusterDir !== inside && note?.is_created && !existsSync(clusterDir)) {
    throw new EmbeddedPostgresError(
      `the database of ${dataDir} is missing from ${clusterDir}: restore it, or remove ${locationFile(dataDir)} to begin with an empty one`,
    );
  }
  const uid = runAs?.uid ?? process.getuid?.() ?? 0;
  const beside = join(dirname(clusterDir), 'run');
  const wanted = socketPathFits(beside) ? beside : defaultSocketDir(homeDir, uid);
  const socketDir = prepareSocketDir(wanted, note?.socket_dir, runAs);
  writeNote(dataDir, {
    data_dir: dataDir,
    data_dir_inode: inodeOf(dataDir),
    cluster_dir: clusterDir,
    socket_dir: socketDir,
    is_created: existsSync(clusterDir),
  });
  return { dataDir, homeDir, clusterDir, socketDir, runAs, isRelocated: clusterDir !== inside };
}

/** Records that the cluster exists, so that its absence later is an error and not a first start. */
export function recordClusterCreated(dataDir: string): void {
  const note = readLocationNote(dataDir);
  if (note && !note.is_created) writeNote(dataDir, { ...note, is_created: true });
}

/** Lists databases that an earlier DATA_DIR of this path left in the system folder; they are never removed here. */
export function findAbandonedClusters(systemDir: string, placement: Placement): string[] {
  const clusters = join(systemDir, 'clusters');
  if (!placement.isRelocated || !existsSync(clusters)) return [];
  return readdirSync(clusters)
    .filter((name) => name.startsWith(shortHash(placement.dataDir)))
    .map((name) => join(clusters, name))
    .filter((dir) => join(dir, 'cluster') !== placement.clusterDir && existsSync(join(dir, 'cluster')));
}

/**
 * Creates a folder that is owned by us, has exactly this mode whatever the umask, and is not a link placed by another
 * user.
 */
export function makeRootFolder(dir: string): void {
  mkdirSync(dir, { recursive: true });
  const stats = lstatSync(dir);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.() || (stats.mode & 0o022) !== 0) {
    throw new EmbeddedPostgresError(`${dir} must be a folder that only its owner root can write: fix or remove it`);
  }
  chmodSync(dir, 0o755);
}

// Others may pass through but not list: as root, PostgreSQL's user has to reach the cluster below.
function folderMode(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700;
}

function ownerOf(dir: string): { uid: number; gid: number } | null {
  try {
    const { uid, gid } = statSync(dir);
    return { uid, gid };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw new EmbeddedPostgresError(`cannot look at ${dir} (${systemErrorCode(error)})`, { cause: error });
  }
}

function requireOwnCluster(clusterDir: string, runAs: RunAs | null): void {
  const owner = ownerOf(clusterDir);
  const uid = process.getuid?.();
  if (runAs || !owner || owner.uid === uid) return;
  throw new EmbeddedPostgresError(
    `the database in ${clusterDir} belongs to user id ${owner.uid}, not to this one (${uid}): start as root or as that user, or set DATA_DIR`,
  );
}

// Only the kernel knows what a user may reach (modes, groups, access lists), so this is tried as that user.
function canEnter(dir: string, runAs: RunAs): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], {
    uid: runAs.uid,
    gid: runAs.gid,
    cwd: '/',
    stdio: 'ignore',
  });
  if (probe.error) {
    throw new EmbeddedPostgresError(
      `root may not start processes as ${runAs.name} here (${systemErrorCode(probe.error)}): start as an ordinary user, or set DATABASE_URL`,
      { cause: probe.error },
    );
  }
  return probe.status === 0;
}

// The random part separates a database from a later DATA_DIR at the same path: emptying DATA_DIR starts fresh.
function newSystemPlace(systemDir: string, dataDir: string): string {
  const clusters = join(systemDir, 'clusters');
  const place = join(clusters, `${shortHash(dataDir)}-${randomBytes(3).toString('hex')}`);
  for (const dir of [systemDir, clusters, place]) makeRootFolder(dir);
  writeFileSync(join(place, 'data-dir'), `${dataDir}\n`);
  return join(place, 'cluster');
}

// In a world-writable folder the name may be taken: use it only when it is ours and private, else the next name.
function prepareSocketDir(wanted: string, noted: string | undefined, runAs: RunAs | null): string {
  const names = [wanted, ...Array.from({ length: 9 }, (_, index) => `${wanted}-${index + 1}`)];
  if (noted && names.includes(noted)) names.unshift(noted);
  for (const name of names) {
    if (ownSocketDir(name, runAs)) return name;
  }
  throw new EmbeddedPostgresError(`${wanted} and the names after it belong to someone else: remove them`);
}

function ownSocketDir(dir: string, runAs: RunAs | null): boolean {
  const ownUid = process.getuid?.() ?? 0;
  const uid = runAs?.uid ?? ownUid;
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  const stats = lstatSync(dir);
  if (!stats.isDirectory() || (stats.uid !== uid && stats.uid !== ownUid)) return false;
  if ((stats.mode & 0o077) !== 0) chmodSync(dir, 0o700);
  if (runAs && stats.uid !== uid) chownSync(dir, runAs.uid, runAs.gid);
  return true;
}

// Durable before the cluster exists: losing the record would hide a database outside DATA_DIR.
function writeNote(dataDir: string, note: LocationNote): void {
  const file = locationFile(dataDir);
  const text = `${JSON.stringify(note, null, 2)}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const temporary = `${file}.new`;
  writeFileSync(temporary, text, { flush: true });
  renameSync(temporary, file);
  syncFolder(dirname(file));
}

/** Makes renames and new names in a folder survive a power failure. */
export function syncFolder(dir: string): void {
  const handle = openSync(dir, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
