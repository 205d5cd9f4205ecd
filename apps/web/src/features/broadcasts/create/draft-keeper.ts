import type { Campaign, ChangeCampaignBody, CreateCampaignBody } from '@parley/contract/types';
import { ApiError } from '../../../platform/errors.ts';
import { type BroadcastDraft, changeOf, creationOf, type DraftPart, draftOf, isSame, mergeDrafts } from './draft.ts';
import type { KeptDraft } from './kept-draft.ts';

/** Changes gather so long before they are told, milliseconds. */
const gatherMs = 600;
/** How often the server is tried again that does not answer, milliseconds. */
const againMs = 4_000;

export type SaveState =
  | { kind: 'untouched' | 'saved' | 'saving' | 'offline' }
  | { kind: 'refused'; error: unknown }
  /** Somebody else changed `both` as well; nothing is saved before one of the two is chosen. */
  | { kind: 'conflict'; theirs: Campaign; both: DraftPart[] };

export type KeeperState = { draft: BroadcastDraft; saved: Campaign | null; save: SaveState };

export type KeeperDeps = {
  read: (id: string) => Promise<Campaign>;
  create: (body: CreateCampaignBody) => Promise<Campaign>;
  change: (id: string, body: ChangeCampaignBody) => Promise<Campaign>;
  keep: (id: string, kept: KeptDraft) => void;
  forget: (id: string) => void;
  /** What a draft without a name is called. */
  otherwise: () => string;
};

/**
 * Keeps one draft: on the device with every change, at the server a moment later, in order, never twice. What the server
 * was not told when the tab ended is told by the next one that opens the draft.
 */
export class DraftKeeper {
  readonly id: string;
  #deps: KeeperDeps;
  #state: KeeperState;
  /** What the server was told last, or told us; what is another now was changed here. Null: it knows nothing. */
  #base: KeptDraft['base'];
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;
  #ended = false;

  /**
   * @param saved as the server has it; null while it knows nothing of it
   * @param kept what an earlier tab did not get to tell; else `fresh` for a new one
   */
  constructor(id: string, saved: Campaign | null, kept: KeptDraft | null, fresh: BroadcastDraft, deps: KeeperDeps) {
    this.id = id;
    this.#deps = deps;
    this.#base = kept?.base ?? (saved && { draft: draftOf(saved), version: saved.version });
    const draft = kept?.draft ?? (saved === null ? fresh : draftOf(saved));
    const kind = kept !== null ? 'saving' : saved === null ? 'untouched' : 'saved';
    this.#state = { draft, saved, save: { kind } };
  }

  /** Begins to tell; also what an earlier tab did not get to tell. */
  start(): void {
    this.#ended = false;
    if (this.#isDirty()) this.#later(0);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  state = (): KeeperState => this.#state;

  change(part: Partial<BroadcastDraft>): void {
    const draft = { ...this.#state.draft, ...part };
    if (isSame(draft, this.#state.draft)) return;
    this.#keep(draft);
    const { save } = this.#state;
    this.#set({ draft, ...(save.kind !== 'conflict' && { save: { kind: 'saving' } }) });
    this.#later(gatherMs);
  }

  /** Tells the server now what it does not know. @returns whether it knows everything */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    await (this.#saving ?? undefined);
    if (this.#isDirty()) await this.#save();
    return !this.#isDirty();
  }

  /** How it stands at the server, as the feed told. */
  told(row: Campaign): void {
    const { saved } = this.#state;
    if (saved !== null && row.version <= saved.version) return;
    // What was changed here meanwhile goes out with the older version, and the server says who was first.
    if (this.#isDirty() || this.#saving !== null) return;
    this.#adopt(row, draftOf(row));
  }

  /** Ends a conflict: mine stands where both changed it, or theirs. */
  settle(mine: boolean): void {
    const { save, draft } = this.#state;
    if (save.kind !== 'conflict') return;
    const theirs = draftOf(save.theirs);
    const taken = Object.fromEntries(save.both.map((part) => [part, theirs[part]]));
    this.#adopt(save.theirs, mine ? draft : { ...draft, ...taken });
    if (this.#isDirty()) this.#later(0);
  }

  /** Tries again what was refused or not answered. */
  again = (): void => {
    if (this.#isDirty()) this.#later(0);
  };

  /** Nothing is shown any more; what is not told yet still is. */
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
      if (this.#state.save.kind === 'saving' && this.#isDirty()) this.#later(gatherMs);
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
      if (!isRefused && !this.#ended) this.#timer = setTimeout(() => void this.#save(), againMs);
    }
  }

  async #create(draft: BroadcastDraft): Promise<Campaign> {
    try {
      return await this.#deps.create(creationOf(this.id, draft, this.#deps.otherwise()));
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

  /** Somebody else was first: both are kept where they changed different things. */
  async #meet(): Promise<void> {
    try {
      const theirs = await this.#deps.read(this.id);
      const mine = this.#state.draft;
      const { draft, both } = mergeDrafts(this.#base?.draft ?? draftOf(theirs), mine, draftOf(theirs));
      if (both.length === 0) {
        this.#adopt(theirs, draft);
        this.#set({ save: { kind: 'saving' } });
      } else this.#set({ draft, save: { kind: 'conflict', theirs, both } });
    } catch {
      this.#set({ save: { kind: 'offline' } });
      if (!this.#ended) this.#timer = setTimeout(() => void this.#save(), againMs);
    }
  }

  #adopt(row: Campaign, draft: BroadcastDraft): void {
    this.#base = { draft: draftOf(row), version: row.version };
    this.#set({ saved: row, draft, save: { kind: 'saved' } });
    if (this.#isDirty()) this.#keep(draft);
    else this.#deps.forget(this.id);
  }

  /** The server has said what it knows; what was typed meanwhile follows. */
  #settled(saved: Campaign, told: BroadcastDraft): void {
    // Not what it answered: it may write a text without the blanks around it, which are typed still.
    this.#base = { draft: told, version: saved.version };
    this.#set({ saved });
    if (this.#isDirty()) {
      this.#keep(this.#state.draft);
      return;
    }
    this.#deps.forget(this.id);
    this.#set({ save: { kind: 'saved' } });
  }

  #keep(draft: BroadcastDraft): void {
    this.#deps.keep(this.id, { draft, base: this.#base });
  }

  #set(part: Partial<KeeperState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of [...this.#listeners]) listener();
  }
}
