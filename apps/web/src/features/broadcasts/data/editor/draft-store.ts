import type { Campaign, ChangeCampaignBody, CreateCampaignBody } from '@parley/contract/types';
import { ApiError } from '../../../../platform/errors.ts';
import { type BroadcastDraft, changeOf, creationOf, type DraftPart, draftOf, isSame, mergeDrafts } from './draft.ts';
import type { LocalDraft } from './local-draft.ts';

/** Changes are saved this long after the last one, milliseconds. */
const saveDelayMs = 600;
/** Retry delay while the server does not answer, milliseconds. */
const retryMs = 4_000;

export type SaveState =
  | { kind: 'untouched' | 'saved' | 'saving' | 'offline' }
  | { kind: 'refused'; error: unknown }
  /** Someone else changed the same parts; saving stops until one of the versions is chosen. */
  | { kind: 'conflict'; theirs: Campaign; conflicts: DraftPart[] };

export type DraftStoreState = { draft: BroadcastDraft; saved: Campaign | null; save: SaveState };

export type DraftStoreDeps = {
  read: (id: string) => Promise<Campaign>;
  create: (body: CreateCampaignBody) => Promise<Campaign>;
  change: (id: string, body: ChangeCampaignBody) => Promise<Campaign>;
  saveLocal: (id: string, local: LocalDraft) => void;
  deleteLocal: (id: string) => void;
  /** Name of a draft without one. */
  defaultName: () => string;
};

/**
 * Saves one draft: on the device with every change, on the server a moment later, in order and never twice. Changes that
 * were not saved when a tab closed are saved by the next one that opens the draft.
 */
export class DraftStore {
  readonly id: string;
  #deps: DraftStoreDeps;
  #state: DraftStoreState;
  /**
   * The last version known to be on the server; differences are local changes. Null: the server has no such draft yet.
   */
  #base: LocalDraft['base'];
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;
  #ended = false;

  /**
   * @param saved the server's version; null when it has none
   * @param local unsaved changes of an earlier tab; else `fresh` for a new draft
   */
  constructor(
    id: string,
    saved: Campaign | null,
    local: LocalDraft | null,
    initial: BroadcastDraft,
    deps: DraftStoreDeps,
  ) {
    this.id = id;
    this.#deps = deps;
    this.#base = local?.base ?? (saved && { draft: draftOf(saved), version: saved.version });
    const draft = local?.draft ?? (saved === null ? initial : draftOf(saved));
    const kind = local !== null ? 'saving' : saved === null ? 'untouched' : 'saved';
    this.#state = { draft, saved, save: { kind } };
  }

  /** Starts saving, including what an earlier tab did not save. */
  start(): void {
    this.#ended = false;
    if (this.#isDirty()) this.#later(0);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  state = (): DraftStoreState => this.#state;

  change(part: Partial<BroadcastDraft>): void {
    const draft = { ...this.#state.draft, ...part };
    if (isSame(draft, this.#state.draft)) return;
    this.#keep(draft);
    const { save } = this.#state;
    this.#set({ draft, ...(save.kind !== 'conflict' && { save: { kind: 'saving' } }) });
    this.#later(saveDelayMs);
  }

  /** Saves at once. @returns whether everything is saved */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    await (this.#saving ?? undefined);
    if (this.#isDirty()) await this.#save();
    return !this.#isDirty();
  }

  /** The same, also for a new draft that was not changed yet. */
  saveNow(): Promise<boolean> {
    if (this.#state.save.kind === 'untouched') {
      this.#keep(this.#state.draft);
      this.#set({ save: { kind: 'saving' } });
    }
    return this.flush();
  }

  /** Applies a version from the change feed. */
  receive(row: Campaign): void {
    const { saved } = this.#state;
    if (saved !== null && row.version <= saved.version) return;
    // Local changes are sent with the older version, and the server detects the conflict.
    if (this.#isDirty() || this.#saving !== null) return;
    this.#adopt(row, draftOf(row));
  }

  /** Resolves a conflict with either version of the parts that both changed. */
  resolveConflict(mine: boolean): void {
    const { save, draft } = this.#state;
    if (save.kind !== 'conflict') return;
    const theirs = draftOf(save.theirs);
    const chosen = Object.fromEntries(save.conflicts.map((part) => [part, theirs[part]]));
    this.#adopt(save.theirs, mine ? draft : { ...draft, ...chosen });
    if (this.#isDirty()) this.#later(0);
  }

  /** Retries after a refusal or a failure. */
  retry = (): void => {
    if (this.#isDirty()) this.#later(0);
  };

  /** The draft is no longer shown; unsaved changes are still saved. */
  end(): void {
    this.#ended = true;
    if (this.#isDirty() && this.#state.save.kind !== 'conflict') void this.flush();
    else clearTimeout(this.#timer);
  }

  #isDirty(): boolean {
    const { draft, save } = this.#state;
    return this.#base === null ? save.kind !== 'untouched' : !isSame(draft, this.#base.draft);
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#state.save.kind === 'conflict') return;
    this.#timer = setTimeout(() => void this.#save(), ms);
  }

  #save(): Promise<void> {
    this.#saving ??= this.#tell().finally(() => {
      this.#saving = null;
      if (this.#state.save.kind === 'saving' && this.#isDirty()) this.#later(saveDelayMs);
    });
    return this.#saving;
  }

  async #tell(): Promise<void> {
    const { draft, saved, save } = this.#state;
    if (save.kind === 'conflict') return;
    if (saved !== null && !this.#isDirty()) return this.#settled(saved, draft);
    this.#set({ save: { kind: 'saving' } });
    try {
      const row = saved === null ? await this.#create(draft) : await this.#change(draft);
      this.#settled(row, draft);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') return this.#meet();
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
      this.#set({ save: isRefused ? { kind: 'refused', error } : { kind: 'offline' } });
      if (!isRefused && !this.#ended) this.#timer = setTimeout(() => void this.#save(), retryMs);
    }
  }

  async #create(draft: BroadcastDraft): Promise<Campaign> {
    try {
      return await this.#deps.create(creationOf(this.id, draft, this.#deps.defaultName()));
    } catch (error) {
      // The answer to an earlier try was lost, and the draft changed since.
      if (!(error instanceof ApiError && error.code === 'id_conflict')) throw error;
      const row = await this.#deps.read(this.id);
      this.#base = { draft: draftOf(row), version: row.version };
      this.#set({ saved: row });
      return this.#change(draft);
    }
  }

  #change(draft: BroadcastDraft): Promise<Campaign> {
    const version = this.#base?.version ?? this.#state.saved?.version;
    return this.#deps.change(this.id, { ...changeOf(draft), ...(version !== undefined && { version }) });
  }

  /** Someone else saved first: changes of different parts are merged. */
  async #meet(): Promise<void> {
    try {
      const theirs = await this.#deps.read(this.id);
      const mine = this.#state.draft;
      const { draft, conflicts } = mergeDrafts(this.#base?.draft ?? draftOf(theirs), mine, draftOf(theirs));
      if (conflicts.length === 0) {
        this.#adopt(theirs, draft);
        if (this.#isDirty()) this.#set({ save: { kind: 'saving' } });
      } else this.#set({ draft, save: { kind: 'conflict', theirs, conflicts } });
    } catch {
      this.#set({ save: { kind: 'offline' } });
      if (!this.#ended) this.#timer = setTimeout(() => void this.#save(), retryMs);
    }
  }

  #adopt(row: Campaign, draft: BroadcastDraft): void {
    this.#base = { draft: draftOf(row), version: row.version };
    this.#set({ saved: row, draft, save: { kind: 'saved' } });
    if (this.#isDirty()) this.#keep(draft);
    else this.#deps.deleteLocal(this.id);
  }

  /** A save was answered; later changes are saved next. */
  #settled(saved: Campaign, receive: BroadcastDraft): void {
    // Not the answer: the server trims texts, and a trailing space may still be part of typing.
    this.#base = { draft: receive, version: saved.version };
    this.#set({ saved });
    if (this.#isDirty()) {
      this.#keep(this.#state.draft);
      return;
    }
    this.#deps.deleteLocal(this.id);
    this.#set({ save: { kind: 'saved' } });
  }

  #keep(draft: BroadcastDraft): void {
    this.#deps.saveLocal(this.id, { draft, base: this.#base });
  }

  #set(part: Partial<DraftStoreState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of [...this.#listeners]) listener();
  }
}
