import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { useErrorMessage } from '../../../ui/error-messages.ts';
import { loadPhoneLibrary, phoneLibrary } from '../../../ui/fields/phone-library.ts';
import { useRows } from '../../sync/public.ts';
import type { Saved } from './contact-calls.ts';
import {
  type ContactDraft,
  changeBodyOf,
  changedParts,
  createBodyOf,
  type DraftPart,
  draftOf,
  emptyDraft,
  mergeDrafts,
  newerDraft,
  partOfServerField,
  withPart,
} from './contact-draft.ts';
import { useContactCalls } from './use-contact-calls.ts';

/** A change by someone else while the form was open. */
export type Conflict = { theirs: Contact; parts: DraftPart[] };

export type ContactForm = ReturnType<typeof useContactForm>;

/**
 * The state of a contact's form and saving it. @param contact null for a new contact
 * @param start initial values of a new contact
 * @param sandbox whether a new contact is a simulated customer
 */
export function useContactForm(contact: Contact | null, start: Partial<ContactDraft> = {}, sandbox = false) {
  const { t } = useLingui();
  const calls = useContactCalls();
  const requestText = useErrorMessage();
  /** The country of numbers without a calling code. */
  const homeCountry = useRows('clients')[0]?.country ?? 'GB';
  const fresh = (): ContactDraft => (contact === null ? { ...emptyDraft, ...start } : draftOf(contact));
  // The version the form started from; a newer one on the server is a conflict, never overwritten.
  const [basis, setBasis] = useState(() => ({ draft: fresh(), version: contact?.version ?? 0 }));
  const [draft, setDraft] = useState(basis.draft);
  const [errors, setErrors] = useState<Partial<Record<DraftPart, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [existing, setExisting] = useState<Contact | null>(null);
  const asked = useRef<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [busy, setBusy] = useState(false);
  /** Created once, so that saving twice creates one contact. */
  const [newId, setNewId] = useState(uuidv7);
  /** The key of the inputs: a new one remounts them with fresh values. */
  const [round, setRound] = useState(0);
  /** The number of failed saves: after each the first invalid field gets the focus. */
  const [refusals, setRefusals] = useState(0);
  const changed = changedParts(basis.draft, draft).length > 0;

  // Without edits the form follows changes by others.
  const newer = contact !== null && !changed ? newerDraft(basis, contact) : null;
  if (contact !== null && newer !== null) {
    setBasis(newer);
    setDraft(newer.draft);
    if (contact.phone_number !== basis.draft.digits) setRound(round + 1);
  }

  const set = useCallback((part: Partial<ContactDraft>, of: DraftPart) => {
    setDraft((before) => ({ ...before, ...part }));
    setErrors(({ [of]: _gone, ...rest }) => rest);
  }, []);

  /** Whether another contact has this number; only the last check counts. */
  const checkNumber = useCallback(
    async (digits: string | null) => {
      asked.current = digits;
      // A new contact's number may come from the address.
      const isOwn = contact !== null && digits === basis.draft.digits;
      const found = digits === null || isOwn ? [] : await calls.byPhones([digits]);
      if (asked.current === digits) setExisting(found.find(({ id }) => id !== contact?.id) ?? null);
    },
    [calls, basis, contact],
  );

  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    const found: Partial<Record<DraftPart, string>> = {};
    for (const { field, msg } of error.data) {
      const part = partOfServerField(field);
      if (part !== null) found[part] ??= msg;
    }
    setErrors(found);
    const holder = error.code === 'contact_exists' ? error.data[0]?.id : undefined;
    if (holder !== undefined) void calls.contact(holder).then(setExisting, () => undefined);
  };

  /** Validates the number before saving. */
  const wrongWith = ({ typed, digits }: ContactDraft): string | null => {
    if (typed.trim() === '') return contact === null ? t`Enter a phone number.` : null;
    if (digits !== null) return null;
    return phoneLibrary() === null
      ? t`The number can’t be checked offline. Save again when you’re online.`
      : t`This is not a phone number yet.`;
  };

  const settle = (next: ContactDraft, version: number) => {
    setBasis({ draft: next, version });
    setDraft(next);
    setConflict(null);
    setExisting(null);
    setErrors({});
    setProblem(null);
  };

  /** @returns the contact's id, or null when saving failed; the form then shows why */
  const save = async (): Promise<string | null> => {
    if (busy) return null;
    setProblem(null);
    setBusy(true);
    try {
      const whole = await withDigits(draft, homeCountry);
      const wrong = wrongWith(whole);
      setErrors(wrong === null ? {} : { phone: wrong });
      if (wrong !== null) {
        setRefusals((before) => before + 1);
        return null;
      }
      let failure: unknown;
      const tell = (error: unknown) => {
        failure = error;
      };
      const saved: Saved =
        contact === null
          ? await calls.create({ ...createBodyOf(newId, whole), ...(sandbox && { sandbox: true as const }) }, tell)
          : await calls.update(contact.id, changeBodyOf(basis.draft, whole, basis.version), tell);
      if (saved[0] === 1) {
        if (contact !== null) await follow(contact.id);
        return saved[1];
      }
      if (contact !== null && failure instanceof ApiError && failure.code === 'version_conflict') {
        await compare(contact.id);
        return null;
      }
      refuse(failure);
      setRefusals((before) => before + 1);
      // The server's first message, else the general one.
      setProblem(saved[1] ?? requestText(failure));
      return null;
    } finally {
      setBusy(false);
    }
  };

  const follow = async (id: string) => {
    const now = await calls.contact(id);
    if (now !== null) settle(draftOf(now), now.version);
  };

  /** Takes changes by others into the form, and reports conflicts. */
  const compare = async (id: string) => {
    const theirs = await calls.contact(id, true);
    if (theirs === null) {
      setProblem(t`This contact no longer exists.`);
      return;
    }
    const { merged, conflicts } = mergeDrafts(basis.draft, draft, draftOf(theirs));
    setBasis({ draft: draftOf(theirs), version: theirs.version });
    setDraft(merged);
    setConflict({ theirs, parts: conflicts });
    setRound((before) => before + 1);
  };

  return {
    draft,
    homeCountry,
    errors,
    problem,
    existing,
    conflict,
    busy,
    changed,
    refusals,
    round,
    set,
    checkNumber,
    save,
    /** Resolves a conflict: takes the other value or keeps one's own. */
    decide(part: DraftPart, takesTheirs: boolean): void {
      if (conflict === null) return;
      if (takesTheirs) {
        setDraft(withPart(draft, part, draftOf(conflict.theirs)));
        setRound(round + 1);
      }
      setConflict({ ...conflict, parts: conflict.parts.filter((one) => one !== part) });
    },
    /** Resets the form to the saved values. */
    discard(): void {
      settle(basis.draft, basis.version);
      setRound(round + 1);
    },
    /** Resets the form for the next contact; lists and opt-in stay, because they are often the same. */
    next(): void {
      const { lists, optedIn, source } = draft;
      const blank = { ...emptyDraft, lists, optedIn, source };
      settle(blank, 0);
      setNewId(uuidv7());
      setRound(round + 1);
    },
  };
}

/**
 * Saving waits for the phone library if a number is typed before it has loaded. Until then the field offers no other
 * country than the account’s.
 */
async function withDigits(draft: ContactDraft, homeCountry: string): Promise<ContactDraft> {
  if (draft.digits !== null || draft.typed.trim() === '' || phoneLibrary() !== null) return draft;
  const library = await loadPhoneLibrary().catch(() => null);
  return library === null ? draft : { ...draft, digits: library.readNumber(draft.typed, homeCountry).digits };
}
