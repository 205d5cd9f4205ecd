import type { MergeBody } from '@parley/contract/types';
import type { Standing, SuppressionState } from './merge-repo.ts';
import type { ThreadState } from './thread-repo.ts';

/** From whom each value is taken, by ids; custom fields by number. */
export type Choice = Omit<NonNullable<MergeBody['choose']>, 'custom_fields'> & { fields?: Record<string, string> };

/** Whichever is earlier; null is never. */
function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(a) <= Date.parse(b) ? a : b;
}

function later(a: string | null, b: string | null): string | null {
  return earlier(a, b) === a ? (b ?? a) : a;
}

/**
 * What the contact that stays is after a merge: its own values, blanks filled from the others in their order, unless a
 * choice says otherwise. Consent is the stayer's or the earliest of the others; who does not want to be written to is
 * not, whichever of them said so.
 */
export function combine(stays: Standing, others: readonly Standing[], choice: Choice = {}): Standing {
  const all = [stays, ...others];
  const of = (id: string | undefined) => all.find((one) => one.id === id);
  const pick = <K extends 'name' | 'phone_number' | 'user_id' | 'username'>(key: K): Standing[K] => {
    const chosen = of(choice[key]);
    if (chosen !== undefined) return chosen[key];
    return (all.find((one) => one[key] !== null && one[key] !== '') ?? stays)[key];
  };
  const custom: Record<string, string> = {};
  for (const one of all.toReversed()) {
    for (const [no, value] of Object.entries(one.custom_fields))
      if (value !== '' || custom[no] === undefined) custom[no] = value;
  }
  for (const [no, id] of Object.entries(choice.fields ?? {})) {
    const value = of(id)?.custom_fields[no];
    if (value === undefined) delete custom[no];
    else custom[no] = value;
  }
  const agreed =
    of(choice.opt_in) ?? [stays, ...others.toSorted(byConsent)].find((one) => one.opted_in_at !== null) ?? stays;
  return {
    ...stays,
    name: pick('name'),
    phone_number: pick('phone_number'),
    user_id: pick('user_id'),
    username: pick('username'),
    custom_fields: custom,
    opted_in_at: agreed.opted_in_at,
    opt_in_source: agreed.opt_in_source,
    opted_out_at: all.map((one) => one.opted_out_at).reduce(earlier, null),
    // One real person among them makes it a real one.
    sandbox: all.every((one) => one.sandbox === true),
    lists: [...new Set(all.flatMap((one) => one.lists))].sort(),
    suppressions: strictest(all),
  };
}

function byConsent(a: Standing, b: Standing): number {
  return Date.parse(a.opted_in_at ?? '9999-12-31') - Date.parse(b.opted_in_at ?? '9999-12-31');
}

/** By source: what is said wins over what was taken back, all writing over marketing, the older over the newer. */
function strictest(all: readonly Standing[]): SuppressionState[] {
  const bySource = new Map<string, SuppressionState>();
  for (const state of all.flatMap((one) => one.suppressions)) {
    const known = bySource.get(state.source);
    bySource.set(state.source, known === undefined ? state : stricter(known, state));
  }
  return [...bySource.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
}

function stricter(a: SuppressionState, b: SuppressionState): SuppressionState {
  if (a.active !== b.active) return a.active ? a : b;
  const older = earlier(a.provider_at, b.provider_at) === a.provider_at ? a : b;
  return a.active && (a.scope === 'all' || b.scope === 'all') ? { ...older, scope: 'all' } : older;
}

/** One conversation of two: the newest word, all that is unread, and the address under which the window is open. */
export function combineThreads(stays: ThreadState, joined: ThreadState): ThreadState {
  const newer =
    joined.last_sort_at !== null && (stays.last_sort_at === null || isAfter(joined, stays)) ? joined : stays;
  // Free replies are allowed to the number that wrote, so the window and the address go together.
  const open =
    joined.window_expires_at !== null &&
    later(stays.window_expires_at, joined.window_expires_at) === joined.window_expires_at
      ? joined
      : stays;
  const other = open === stays ? joined : stays;
  const kept = stays.assignee_id !== null || stays.assignee_group_id !== null ? stays : joined;
  return {
    ...stays,
    to_phone: open.to_phone ?? other.to_phone,
    to_user_id: open.to_user_id ?? other.to_user_id,
    state: stays.state === 'ACTIVE' || joined.state === 'ACTIVE' ? 'ACTIVE' : 'DONE',
    assignee_id: kept.assignee_id,
    assignee_group_id: kept.assignee_group_id,
    window_expires_at: later(stays.window_expires_at, joined.window_expires_at),
    unread_count: stays.unread_count + joined.unread_count,
    last_message_id: newer.last_message_id,
    last_message_at: newer.last_message_at,
    last_sort_at: newer.last_sort_at,
    last_arrival: newer.last_arrival,
    read_arrival: Math.max(stays.read_arrival, joined.read_arrival),
  };
}

function isAfter(a: ThreadState, b: ThreadState): boolean {
  const [x, y] = [Date.parse(a.last_sort_at ?? ''), Date.parse(b.last_sort_at ?? '')];
  return x !== y ? x > y : (a.last_arrival ?? 0) > (b.last_arrival ?? 0);
}
