import type { Contact, ContactRow, ContactTotal, InputOf, OutputOf, RouteKey } from '@parley/contract/types';
import { NetworkError } from '../../../platform/errors.ts';
import type { TableState } from '../../../ui/table/data-table.tsx';
import { parametersOf, sortParameterOf, type TableQuery } from './table-query.ts';

/** Rows per page. */
const pageLength = 100;
/** Rows from the top that are read again when contacts change; further rows are updated one by one. */
const rereadRows = 300;

export type PagesState = { rows: readonly ContactRow[]; total: ContactTotal | null; state: TableState };

type Call = <K extends RouteKey>(key: K, input: InputOf<K>) => Promise<OutputOf<K>>;

/**
 * The loaded rows of one query of the table. Rows stay visible while they are read again; late answers are
 * dropped.
 */
export class ContactPages {
  #call: Call;
  #query: TableQuery;
  #listeners = new Set<() => void>();
  #next: string | null = null;
  #reading: Promise<void> | null = null;
  #failures = 0;
  #shown: PagesState = { rows: [], total: null, state: { kind: 'loading' } };

  constructor(call: Call, query: TableQuery) {
    this.#call = call;
    this.#query = query;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** A snapshot: the same object until something changes. */
  shown = (): PagesState => this.#shown;

  /** Reads the first rows and the total, at first and again. */
  refresh = (): Promise<void> =>
    this.#alone(async () => {
      if (this.#shown.rows.length === 0) this.#show({ state: { kind: 'loading' } });
      const counted = this.#count();
      const shownRows = this.#shown.rows;
      const wanted = Math.max(pageLength, Math.min(shownRows.length, rereadRows));
      const fresh: ContactRow[] = [];
      let next: string | null = null;
      do {
        const page = await this.#page(next);
        fresh.push(...page.data);
        next = page.next_cursor;
      } while (next !== null && fresh.length < wanted);
      const read = new Set(fresh.map(({ id }) => id));
      // Further rows stay, so that the scroll position does not jump.
      const below =
        next === null || shownRows.length <= wanted
          ? []
          : shownRows.slice(fresh.length).filter(({ id }) => !read.has(id));
      if (below.length === 0) this.#next = next;
      this.#show({ rows: [...fresh, ...below], state: { kind: 'ready' } });
      await counted;
    });

  /** Reads the next page, unless everything is loaded or a request is running. */
  loadMore = (): Promise<void> => {
    if (this.#next === null || this.#reading !== null) return Promise.resolve();
    return this.#alone(async () => {
      this.#show({ state: { kind: 'loading' } });
      const { data, next_cursor: next } = await this.#page(this.#next);
      const shownRows = new Set(this.#shown.rows.map(({ id }) => id));
      this.#next = next;
      this.#show({
        rows: [...this.#shown.rows, ...data.filter(({ id }) => !shownRows.has(id))],
        state: { kind: 'ready' },
      });
    });
  };

  /** Replaces rows by newer versions. @param rowOf the row of the store, if there is one */
  updateRows(rowOf: (id: string) => Contact | undefined): void {
    let changed = false;
    const rows = this.#shown.rows.map((shown) => {
      const row = rowOf(shown.id);
      if (row === undefined || row.version <= shown.version) return shown;
      changed = true;
      return { ...row, last_message_at: shown.last_message_at, last_campaign: shown.last_campaign };
    });
    if (changed) this.#show({ rows });
  }

  /** Removes rows at once; the next read confirms it. */
  removeRows(ids: ReadonlySet<string>): void {
    const rows = this.#shown.rows.filter(({ id }) => !ids.has(id));
    const gone = this.#shown.rows.length - rows.length;
    const { total } = this.#shown;
    this.#show({ rows, total: total && { ...total, count: Math.max(0, total.count - gone) } });
  }

  /** Runs one read after another. */
  #alone(work: () => Promise<void>): Promise<void> {
    const run = (this.#reading ?? Promise.resolve()).then(work).then(
      () => {
        this.#failures = 0;
      },
      (error: unknown) => {
        this.#failures += 1;
        this.#show({ state: { kind: 'problem', error, onRetry: () => void this.#retry() } });
        // Network errors are retried; refusals are not.
        if (error instanceof NetworkError) setTimeout(this.#tryAgain, Math.min(30_000, 1_000 * 2 ** this.#failures));
      },
    );
    this.#reading = run;
    return run.finally(() => {
      if (this.#reading === run) this.#reading = null;
    });
  }

  #tryAgain = (): void => {
    if (this.#listeners.size > 0 && this.#shown.state.kind === 'problem') void this.#retry();
  };

  #retry(): Promise<void> {
    return this.#shown.rows.length === 0 || this.#next === null ? this.refresh() : this.loadMore();
  }

  #page(cursor: string | null): Promise<OutputOf<'GET /api/contacts'>> {
    const query = {
      limit: pageLength,
      sort: sortParameterOf(this.#query.sort),
      ...parametersOf(this.#query),
      ...(cursor !== null && { cursor }),
    };
    return this.#call('GET /api/contacts', { query } as InputOf<'GET /api/contacts'>);
  }

  async #count(): Promise<void> {
    try {
      const query = parametersOf(this.#query);
      this.#show({
        total: await this.#call('GET /api/contacts/count', { query } as InputOf<'GET /api/contacts/count'>),
      });
    } catch {
      // The total is optional.
    }
  }

  #show(part: Partial<PagesState>): void {
    this.#shown = { ...this.#shown, ...part };
    for (const listener of [...this.#listeners]) listener();
  }
}
