import type { BulkAct, BulkJob, Selection } from '@parley/contract/types';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/id.ts';
import { type LiveAccount, useAccount } from '../sync/public.ts';

/** How often acts under way are looked at, milliseconds. */
const lookMs = 700;

/** An act of this tab, or one that was found under way. */
export type FollowedJob = {
  job: BulkJob;
  /** What brings the contacts back as they were, where that is known. */
  undo: (() => Promise<void>) | null;
  /** Begins it once more, for one that stopped half way. */
  again: (() => Promise<void>) | null;
};

export type OnEnd = (followed: FollowedJob) => void;

/** Acts on many contacts of an account: begun here or elsewhere, followed until they end. */
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

  /** Told of every act that ended while it was followed. */
  onEnd(listener: OnEnd): () => void {
    this.#onEnd.add(listener);
    return () => void this.#onEnd.delete(listener);
  }

  /** Finds acts that are under way, begun before this page was opened or by somebody else, and files that can be fetched. */
  async find(): Promise<void> {
    try {
      const { data } = await this.#account.api('GET /api/contacts/bulk', {});
      const known = new Set(this.#followed.map(({ job }) => job.id));
      // Of the files only the newest: somebody who exports every day is not shown a week of them.
      const newestFile = data.find((job) => job.file !== null);
      const found = data.filter((job) => (isUnderWay(job) || job === newestFile) && !known.has(job.id));
      if (found.length > 0) this.#set([...this.#followed, ...found.map((job) => ({ job, undo: null, again: null }))]);
    } catch {
      // Nothing to show; the table itself says what is wrong.
    }
    this.#look();
  }

  /** Begins an act on each part of a selection. @throws ApiError, NetworkError; parts before it go on */
  async begin(selections: readonly Selection[], act: BulkAct, undo: (() => Promise<void>) | null): Promise<void> {
    for (const selection of selections) {
      const body = { id: uuidv7(), selection, act };
      const job = await this.#account.api('POST /api/contacts/bulk', { body });
      this.#add({ job, undo, again: () => this.begin([selection], act, undo) });
    }
  }

  /** Follows an act that a call of another kind began. */
  async follow(id: string, undo: (() => Promise<void>) | null): Promise<void> {
    const job = await this.#account.api('GET /api/contacts/bulk/{id}', { params: { id } });
    this.#add({ job, undo, again: null });
  }

  /** Begins the file of a selection; whoever opens this account again finds it. @throws ApiError, NetworkError */
  async export(selection: Selection): Promise<void> {
    const job = await this.#account.api('POST /api/contacts/exports', { body: { id: uuidv7(), selection } });
    this.#add({ job, undo: null, again: () => this.export(selection) });
  }

  /** Stops an export and lets its file go. */
  async removeExport(id: string): Promise<void> {
    await this.#account.api('DELETE /api/contacts/exports/{id}', { params: { id } });
    this.forget(id);
  }

  async cancel(id: string): Promise<void> {
    const job = await this.#account.api('POST /api/contacts/bulk/{id}/cancel', { params: { id } });
    this.#update(job);
  }

  /** Puts one that ended badly away. */
  forget(id: string): void {
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
    // What ended well is said and gone; a file stays to be fetched, and what did not end well until somebody read it.
    const stays = job.state !== 'done' || job.file !== null;
    this.#set(this.#followed.flatMap((one) => (one !== before ? [one] : stays ? [after] : [])));
    if (!isUnderWay(job)) for (const listener of [...this.#onEnd]) listener(after);
  }

  #look(): void {
    clearTimeout(this.#timer);
    const underWay = this.#followed.filter(({ job }) => isUnderWay(job));
    if (underWay.length === 0) return;
    this.#timer = setTimeout(async () => {
      for (const { job } of underWay) {
        try {
          const now = await this.#account.api('GET /api/contacts/bulk/{id}', { params: { id: job.id } });
          // Its end may have been told while this look was on its way: by another look, or by stopping it.
          if (this.#followed.some((one) => one.job.id === job.id && isUnderWay(one.job))) this.#update(now);
        } catch (error) {
          // Put away in another tab.
          if (error instanceof ApiError && error.code === 'not_found') this.forget(job.id);
          // Offline, or the server starts anew: the act goes on, and is looked at again.
        }
      }
      this.#look();
    }, lookMs);
  }

  #set(followed: readonly FollowedJob[]): void {
    this.#followed = followed;
    for (const listener of [...this.#listeners]) listener();
  }
}

export function isUnderWay({ state }: BulkJob): boolean {
  return state === 'waiting' || state === 'running';
}

const perAccount = new WeakMap<LiveAccount, BulkJobs>();

export function useBulkJobs(): { jobs: BulkJobs; followed: readonly FollowedJob[] } {
  const account = useAccount();
  const jobs = perAccount.get(account) ?? new BulkJobs(account);
  perAccount.set(account, jobs);
  return { jobs, followed: useSyncExternalStore(jobs.subscribe, jobs.followed) };
}
