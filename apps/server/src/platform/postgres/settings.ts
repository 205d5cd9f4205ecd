// The server's command line arguments. The cluster's own file stays as initdb wrote it, so a setting changed here
// takes effect on old clusters too.
import { statfsSync } from 'node:fs';

export type SettingsInput = {
  socketDir: string;
  port: number;
  clusterName: string;
  /** Default /dev/shm. */
  sharedMemoryDir?: string;
  /** Overrides everything below. */
  extra: Record<string, string>;
};

// Parallel queries put their shared memory into /dev/shm; containers give it 64 MB unless told otherwise, and a query
// that does not fit fails with "could not resize shared memory segment".
const smallSharedMemoryBytes = 256 * 1024 * 1024;

/**
 * The server's settings as command line arguments. The memory figures aim at 40 MB (proportional set size) for an idle
 * server with its pools; each comment gives what was measured on PostgreSQL 18.4, x64.
 */
export function serverArguments(input: SettingsInput): string[] {
  const settings: Record<string, string> = {
    cluster_name: input.clusterName,
    listen_addresses: '',
    unix_socket_directories: quoteDirectory(input.socketDir),
    unix_socket_permissions: '0700',
    port: String(input.port),

    // Only touched pages count, but bookkeeping is touched at once: 64 MB 19 MB idle, 128 MB 23, 256 MB 30. The
    // system's page cache serves the rest.
    shared_buffers: '64MB',
    max_connections: '120',
    max_wal_size: '2GB',
    // Before recovery every file of the cluster is made durable, by default one by one: for 1,500 files that took 0.4
    // to 2.6 s of the recovery after a kill, one call for the whole file system 2 to 40 ms. Linux 5.8 and later
    // reports its errors.
    recovery_init_sync_method: 'syncfs',
    // This build has neither LZ4 nor ZSTD.
    wal_compression: 'pglz',
    // This build has no LLVM.
    jit: 'off',
    // Three I/O workers cost 1.5 MB and three processes that wake up; with one disk and two cores they gain nothing
    // here.
    io_method: 'sync',
    // With synchronous I/O few requests are in flight at once; the default of 64 per process costs 1 MB.
    io_max_concurrency: '8',
    // Serializable transactions are not used: 1.6 MB less than the default of 64.
    max_pred_locks_per_transaction: '10',
    // No subscriptions: their launcher would be one process more (1.9 MB).
    max_logical_replication_workers: '0',
    max_replication_slots: '0',
    // Two for a base backup of the running server.
    max_wal_senders: '2',
    max_worker_processes: '4',
    max_parallel_workers: '2',
    max_parallel_workers_per_gather: '1',
    max_parallel_maintenance_workers: '1',
    autovacuum: 'on',
    autovacuum_max_workers: '2',
    autovacuum_worker_slots: '4',
    huge_pages: 'off',
    // Solid state disks: a random page costs about what a sequential one does.
    random_page_cost: '1.1',
    effective_cache_size: '1GB',
    dynamic_shared_memory_type: isSharedMemorySmall(input.sharedMemoryDir ?? '/dev/shm') ? 'mmap' : 'posix',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] %q%u ',
    log_checkpoints: 'off',
    // The sender of a failed statement gets the error. In the log it would only fill the file, with customers' data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...input.extra,
  };
  return toArguments(settings);
}

type UpgradeInput = Pick<SettingsInput, 'socketDir' | 'port' | 'clusterName'>;

/** For a server of any earlier major version whose rows are only read. */
export function oldServerArguments(input: UpgradeInput): string[] {
  return toArguments({
    cluster_name: input.clusterName,
    listen_addresses: '',
    unix_socket_directories: quoteDirectory(input.socketDir),
    unix_socket_permissions: '0700',
    port: String(input.port),
    autovacuum: 'off',
    jit: 'off',
    timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  });
}

/** For a server that is filled in one go: its folder is made durable afterwards, or made again. */
export function newServerArguments(input: UpgradeInput): string[] {
  const extra = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '256MB' };
  return serverArguments({ ...input, extra });
}

function toArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

// The setting is a list of quoted or plain names, so a comma or a space in a path needs the quotes.
function quoteDirectory(dir: string): string {
  return `"${dir.replaceAll('"', '""')}"`;
}

function isSharedMemorySmall(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize < smallSharedMemoryBytes;
  } catch {
    // It does not exist.
    return true;
  }
}
