import type { MergeBody } from '@parley/contract/types';
import type { MergeState, SuppressionState } from '../contacts/public.ts';
import type { ThreadState } from '../messaging/public.ts';

/** The contact from which each value is taken, by id; custom fields by number. */
export type MergeChoice = Omit<NonNullable<MergeBody['choose']>, 'custom_fields'> & { fields?: Record<string, string> };

/** Whichever is earlier; null is never. */
function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(a) <= Date.parse(b) ? a : b;
}

function later(a: string | null, b: string | null): string | null {
  return earlier(a, b) === a ? (b ?? a) : a;
}

/**
 * The surviving contact after a merge: its own values, blanks filled from the others in order, unless a choice says otherwise.
 * Opt-in is its own or the earliest of the others; an opt-out of any of them counts.
 */
export function combineContacts(
  survivor: MergeState,
  rest: readonly MergeState[],
  choice: MergeChoice = {},
): MergeState {
  const all = [survivor, ...rest];
  const of = (id: string | undefined) => all.find((one) => one.id === id);
  const pick = <K extends 'name' | 'phone_number' | 'user_id' | 'username'>(key: K): MergeState[K] => {
    const chosen = of(choice[key]);
    if (chosen !== undefined) return chosen[key];
    return (all.find((one) => one[key] !== null && one[key] !== '') ?? survivor)[key];
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
    of(choice.opt_in) ?? [survivor, ...rest.toSorted(byConsent)].find((one) => one.opted_in_at !== null) ?? survivor;
  return {
    ...survivor,
    name: pick('name'),
    phone_number: pick('phone_number'),
    user_id: pick('user_id'),
    username: pick('username'),
    custom_fields: custom,
    opted_in_at: agreed.opted_in_at,
    opt_in_source: agreed.opt_in_source,
    opted_out_at: all.map((one) => one.opted_out_at).reduce(earlier, null),
    // One real contact among them makes it real.
    sandbox: all.every((one) => one.sandbox),
    lists: [...new Set(all.flatMap((one) => one.lists))].sort(),
    suppressions: strictest(all),
  };
}

function byConsent(a: MergeState, b: MergeState): number {
  return Date.parse(a.opted_in_at ?? '9999-12-31') - Date.parse(b.opted_in_at ?? '9999-12-31');
}

/** By source: an explicit choice wins over a withdrawn one, all messages over marketing, the older over the newer. */
function strictest(all: readonly MergeState[]): SuppressionState[] {
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

/** One thread of two: the newest message, all unread counts, the address whose window is open, and stage and value of either. */
export function combineThreads(survivor: ThreadState, merged: ThreadState): ThreadState {
  const newer =
    merged.last_sort_at !== null && (survivor.last_sort_at === null || isAfter(merged, survivor)) ? merged : survivor;
  // Free replies are allowed to the number that wrote, so the window and the address go together.
  const open =
    merged.window_expires_at !== null &&
    later(survivor.window_expires_at, merged.window_expires_at) === merged.window_expires_at
      ? merged
      : survivor;
  const other = open === survivor ? merged : survivor;
  const kept = survivor.assignee_id !== null || survivor.assignee_group_id !== null ? survivor : merged;
  return {
    ...survivor,
    to_phone: open.to_phone ?? other.to_phone,
    to_user_id: open.to_user_id ?? other.to_user_id,
    state: survivor.state === 'ACTIVE' || merged.state === 'ACTIVE' ? 'ACTIVE' : 'DONE',
    assignee_id: kept.assignee_id,
    assignee_group_id: kept.assignee_group_id,
    window_expires_at: later(survivor.window_expires_at, merged.window_expires_at),
    unread_count: survivor.unread_count + merged.unread_count,
    last_message_id: newer.last_message_id,
    last_message_at: newer.last_message_at,
    last_sort_at: newer.last_sort_at,
    read_arrival: Math.max(survivor.read_arrival, merged.read_arrival),
    stage_id: survivor.stage_id ?? merged.stage_id,
    value_minor: survivor.value_minor ?? merged.value_minor,
  };
}

function isAfter(a: ThreadState, b: ThreadState): boolean {
  const [x, y] = [Date.parse(a.last_sort_at ?? ''), Date.parse(b.last_sort_at ?? '')];
  return x !== y ? x > y : (a.last_message_id ?? '') > (b.last_message_id ?? '');
}
