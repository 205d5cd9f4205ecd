import { readJson } from '../../../platform/storage.ts';
import { contactFieldsKey, useAccount } from '../../sync/public.ts';

/**
 * What was typed into a field of a contact and not saved yet: like the text of a reply it stays on the device until it
 * is saved or taken back, and is deleted with the contact's data.
 */
export function useHalfTyped(contactId: string, field: string) {
  const { drafts } = useAccount();
  const key = contactFieldsKey(contactId);
  const kept = () => new Map(Object.entries((readJson(drafts.get(key)?.text ?? null) ?? {}) as Record<string, string>));
  return {
    /** Null without one. */
    begun: (): string | null => kept().get(field) ?? null,
    /** Null deletes it. A device that cannot store it shows it until the page is left. */
    keep(typed: string | null): void {
      const next = kept();
      if (typed === null) next.delete(field);
      else next.set(field, typed);
      const text = next.size === 0 ? '' : JSON.stringify(Object.fromEntries(next));
      void drafts.put(key, text, null).catch(() => undefined);
    },
  };
}
