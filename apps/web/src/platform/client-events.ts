/** Something this page did, for a bug report: never what was typed, and no ids but those of conversations. */
export type ClientEvent = {
  /** RFC 3339 */
  at: string;
  kind: 'page' | 'call' | 'error' | 'connection';
  what: string;
  /** Of a call; 0 when no answer came. */
  status?: number;
  request_id?: string;
  /** The conversation that the page showed. */
  thread_id?: string;
};

export const maxClientEvents = 50;

let events: ClientEvent[] = [];

/** The newest events of this tab, oldest first. */
export const clientEvents = (): readonly ClientEvent[] => events;

export function noteEvent(event: Omit<ClientEvent, 'at'>): void {
  events.push({ at: new Date().toISOString(), ...event });
  if (events.length > maxClientEvents) events.shift();
}

/** Puts those of an earlier page of this tab before the present ones. */
export function restoreEvents(earlier: readonly ClientEvent[]): void {
  events = [...earlier, ...events].slice(-maxClientEvents);
}

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\+?\d{5,}/gi;

/** The answer of a call, by its route: ids and the query are left out. */
export function noteCall(method: string, url: string, status: number, requestId: string | null): void {
  // Calls are relative or absolute; only the path is of interest.
  const { pathname } = new URL(url, 'http://localhost');
  const route = `${method} ${pathname.replace(ids, '{id}')}`;
  // Asked all the time, and it would push everything else out.
  if (status < 400 && status > 0 && pathname.endsWith('/sync/poll')) return;
  noteEvent({ kind: 'call', what: route, status, ...(requestId === null ? {} : { request_id: requestId }) });
}
