import type { LiveAccount } from '../../../sync/public.ts';
import { contentOf, type Drafts, emptyDrafts, problemsOf, type StructuredKind } from './drafts.ts';

/** The key of a form's draft, beside that of a reply; like a note's it stays on the device. */
const keyOf = (kind: StructuredKind, threadId: string) => `${kind}/${threadId}`;

/** What was filled in and not sent; null for none, and for one that this version of the app cannot read. */
export function keptDraft<K extends StructuredKind>(account: LiveAccount, kind: K, threadId: string): Drafts[K] | null {
  try {
    const kept = JSON.parse(account.drafts.get(keyOf(kind, threadId))?.text ?? 'null') as Drafts[K] | null;
    if (kept === null) return null;
    const draft = { ...emptyDrafts[kind], ...kept };
    problemsOf(kind, draft);
    contentOf(kind, draft);
    return draft;
  } catch {
    return null;
  }
}

/** Keeps a draft; null deletes it. A device that cannot store it shows it until the dialog closes. */
export function keepDraft<K extends StructuredKind>(
  account: LiveAccount,
  kind: K,
  threadId: string,
  draft: Drafts[K] | null,
): void {
  const text = draft === null ? '' : JSON.stringify(draft);
  void account.drafts.put(keyOf(kind, threadId), text, null).catch(() => undefined);
}
