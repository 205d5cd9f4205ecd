import type { BulkJob, BulkOperation, ExportFormat, Selection } from '@parley/contract/types';
import { ApiError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { useReadable } from '../../../platform/store.ts';
import { type LiveAccount, useAccount } from '../../sync/public.ts';

/** Poll interval of running operations, milliseconds. */
const pollIntervalMs = 700;

/** An operation started in this tab, or found running. */
export type FollowedJob = {
  job: BulkJob;
  /** Undoes the operation, if that is possible. */
  undo: (() => Promise<void>) | null;
  /** Starts the operation again after it failed. */
  retry: (() => Promise<void>) | null;
};

export type OnEnd = (followed: FollowedJob) => void;

/** The bulk operations and exports of an account, started here or elsewhere, followed until they end. */
export class BulkJobs {
  #account: LiveAccount;
  #listeners = new Set<() => void>();
  #onEnd = new Set<OnEnd>();
  #followed: readonly FollowedJob[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(account: LiveAccount) {
    this.#account = account;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  followed = (): readonly FollowedJob[] => this.#followed;

  /** Calls the listener for every followed operation that ends. */
  onEnd(listener: OnEnd): () => void {
    this.#onEnd.add(listener);
    return () => void this.#onEnd.delete(listener);
  }

  /** Loads unfinished operations that were started elsewhere, and the newest export file. */
  async loadUnfinished(): Promise<void> {
    try {
      const { data } = await this.#account.api('GET /api/contacts/bulk', {});
      const known = new Set(this.#followed.map(({ job }) => job.id));
      // Only the newest file: a member who exports every day should not see a week of them.
      const newestFile = data.find((job) => job.file !== null);
      const found = data.filter((job) => (isUnfinished(job) || job === newestFile) && !known.has(job.id));
      if (found.length > 0) this.#set([...this.#followed, ...found.map((job) => ({ job, undo: null, retry: null }))]);
    } catch {
      // The table shows the error.
    }
    this.#look();
  }

  /** Starts an operation on each part of a selection. @throws ApiError, NetworkError; earlier parts continue */
  async start(selections: readonly Selection[], act: BulkOperation, undo: (() => Promise<void>) | null): Promise<void> {
    for (const selection of selections) {
      const body = { id: uuidv7(), selection, act };
      const job = await this.#account.api('POST /api/contacts/bulk', { body });
      this.#add({ job, undo, retry: () => this.start([selection], act, undo) });
    }
  }

  /** Follows an operation that another call started. */
  async follow(id: string, undo: (() => Promise<void>) | null): Promise<void> {
    const job = await this.#account.api('GET /api/contacts/bulk/{id}', { params: { id } });
    this.#add({ job, undo, retry: null });
  }

  /** Starts an export of a selection. @throws ApiError, NetworkError */
  async export(selection: Selection, format: ExportFormat): Promise<void> {
    const body = { id: uuidv7(), selection, ...format };
    const job = await this.#account.api('POST /api/contacts/exports', { body });
    this.#add({ job, undo: null, retry: () => this.export(selection, format) });
  }

  /** Stops an export and deletes its file. */
  async removeExport(id: string): Promise<void> {
    await this.#account.api('DELETE /api/contacts/exports/{id}', { params: { id } });
    this.dismiss(id);
  }

  async cancel(id: string): Promise<void> {
    const job = await this.#account.api('POST /api/contacts/bulk/{id}/cancel', { params: { id } });
    this.#update(job);
  }

  /** Removes a failed operation from the strip. */
  dismiss(id: string): void {
    this.#set(this.#followed.filter(({ job }) => job.id !== id));
  }

  #add(followed: FollowedJob): void {
    this.#set([...this.#followed.filter(({ job }) => job.id !== followed.job.id), followed]);
    this.#update(followed.job);
    this.#look();
  }

  #update(job: BulkJob): void {
    const before = this.#followed.find((one) => one.job.id === job.id);
    if (before === undefined) return;
    const after = { ...before, job };
    // A successful operation disappears; a file stays to be downloaded, and a failure until it is dismissed.
    const stays = job.state !== 'done' || job.file !== null;
    this.#set(this.#followed.flatMap((one) => (one !== before ? [one] : stays ? [after] : [])));
    if (!isUnfinished(job)) for (const listener of [...this.#onEnd]) listener(after);
  }

  #look(): void {
    clearTimeout(this.#timer);
    const unfinished = this.#followed.filter(({ job }) => isUnfinished(job));
    if (unfinished.length === 0) return;
    this.#timer = setTimeout(async () => {
      for (const { job } of unfinished) {
        try {
          const now = await this.#account.api('GET /api/contacts/bulk/{id}', { params: { id: job.id } });
          // The operation may have ended while this request was running.
          if (this.#followed.some((one) => one.job.id === job.id && isUnfinished(one.job))) this.#update(now);
        } catch (error) {
          // Deleted in another tab.
          if (error instanceof ApiError && error.code === 'not_found') this.dismiss(job.id);
          // Offline, or the server restarts: the operation continues and is polled again.
        }
      }
      this.#look();
    }, pollIntervalMs);
  }

  #set(followed: readonly FollowedJob[]): void {
    this.#followed = followed;
    for (const listener of [...this.#listeners]) listener();
  }
}

export function isUnfinished({ state }: BulkJob): boolean {
  return state === 'waiting' || state === 'running';
}

const perAccount = new WeakMap<LiveAccount, BulkJobs>();

export function useBulkJobs(): { jobs: BulkJobs; followed: readonly FollowedJob[] } {
  const account = useAccount();
  const jobs = perAccount.get(account) ?? new BulkJobs(account);
  perAccount.set(account, jobs);
  return { jobs, followed: useReadable({ get: jobs.followed, subscribe: jobs.subscribe }) };
}
