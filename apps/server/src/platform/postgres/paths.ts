// Paths of the embedded database of a DATA_DIR, for the launcher and for programs that only connect.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-error.ts';

export const databaseName = 'parley';
export const ownerRole = 'parley_owner';

// Only a part of the socket's file name: every cluster has a socket folder of its own.
export const socketPort = 5432;

// A Linux socket address holds 107 bytes of path (sun_path, unix(7)); some are left for temporary names.
const socketPathLimitBytes = 100;

export type EmbeddedPaths = {
  /** DATA_DIR without symbolic links, when it exists. */
  dataDir: string;
  /** The launcher's own folder in DATA_DIR. */
  homeDir: string;
  clusterDir: string;
  socketDir: string;
  port: number;
  logFile: string;
  /** Connection string of the database owner, understood by node-pg and libpq. */
  ownerUrl: string;
};

/** The launcher's record in DATA_DIR of the locations it chose. */
export type LocationNote = {
  data_dir: string;
  data_dir_inode: string;
  cluster_dir: string;
  socket_dir: string;
  is_created: boolean;
};

/**
 * Computes every path of the embedded database without starting or changing anything. The launcher's record takes
 * precedence, because the cluster may be outside DATA_DIR (root start below a private home); before the first start
 * it returns the defaults.
 * @param dataDir absolute path, need not exist
 * @throws EmbeddedPostgresError when DATA_DIR is a copy whose record points outside it
 */
export function resolveEmbeddedPaths(dataDir: string): EmbeddedPaths {
  const realDataDir = realPathIfAny(dataDir);
  const homeDir = join(realDataDir, 'postgres');
  const note = readLocationNote(realDataDir);
  const socketDir = note?.socket_dir ?? defaultSocketDir(homeDir, process.getuid?.() ?? 0);
  return {
    dataDir: realDataDir,
    homeDir,
    clusterDir: note?.cluster_dir ?? join(homeDir, 'cluster'),
    socketDir,
    port: socketPort,
    logFile: join(realDataDir, 'log', 'postgres.log'),
    ownerUrl: ownerUrl(socketDir),
  };
}

export function locationFile(realDataDir: string): string {
  return join(realDataDir, 'postgres', 'location.json');
}

/**
 * Reads the launcher's record. The record in a moved DATA_DIR is updated; one in a *copied* DATA_DIR that names a
 * cluster outside it is rejected, because two folders would then write to one database.
 * @returns null when there is none
 */
export function readLocationNote(realDataDir: string): LocationNote | null {
  const file = locationFile(realDataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return null;
    throw new EmbeddedPostgresError(
      `cannot read ${file} (${systemErrorCode(error)}): use the user who started Parley`,
      {
        cause: error,
      },
    );
  }
  const note = parseNote(text, file);
  if (note.data_dir === realDataDir) return note;
  const isInside = note.cluster_dir === join(note.data_dir, 'postgres', 'cluster');
  if (isInside) return null;
  if (note.data_dir_inode === inodeOf(realDataDir)) return note;
  throw new EmbeddedPostgresError(
    `${realDataDir} is a copy of ${note.data_dir}, whose database is in ${note.cluster_dir}: remove ${file} to begin with an empty database here, or use the original folder`,
  );
}

export function inodeOf(dir: string): string {
  return statSync(dir, { bigint: true }).ino.toString();
}

/**
 * Path of the socket folder for a cluster inside DATA_DIR; the sticky /tmp is the one location that is always short
 * enough.
 */
export function defaultSocketDir(homeDir: string, uid: number): string {
  const inside = join(homeDir, 'run');
  return socketPathFits(inside) ? inside : join('/tmp', `parley-${uid}-${shortHash(homeDir)}`);
}

export function socketPathFits(socketDir: string): boolean {
  return Buffer.byteLength(join(socketDir, `.s.PGSQL.${socketPort}`)) <= socketPathLimitBytes;
}

/** A hash of a path, twelve hexadecimal digits. */
export function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/** With everything in the query, URL parsers, libpq and node-pg all accept it for a socket. */
export function ownerUrl(socketDir: string): string {
  const host = socketDir.split('/').map(encodeURIComponent).join('/');
  return `postgresql:///${databaseName}?host=${host}&port=${socketPort}&user=${ownerRole}`;
}

/** The path without symbolic links, so that two names of one folder are equal; unchanged while it does not exist. */
export function realPathIfAny(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return path;
    throw new EmbeddedPostgresError(`cannot reach ${path} (${systemErrorCode(error)})`, { cause: error });
  }
}

function parseNote(text: string, file: string): LocationNote {
  const broken = (cause?: unknown) =>
    new EmbeddedPostgresError(`${file} is not readable as a note of Parley: restore it, or remove it`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken(error);
  }
  if (typeof value !== 'object' || value === null) throw broken();
  const fields = value as Record<string, unknown>;
  const { data_dir, data_dir_inode, cluster_dir, socket_dir } = fields;
  if (typeof data_dir !== 'string' || typeof data_dir_inode !== 'string') throw broken();
  if (typeof cluster_dir !== 'string' || typeof socket_dir !== 'string') throw broken();
  return { data_dir, data_dir_inode, cluster_dir, socket_dir, is_created: fields.is_created === true };
}
