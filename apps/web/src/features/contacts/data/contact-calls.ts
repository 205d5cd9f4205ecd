import type {
  ChangeContactBody,
  Contact,
  ContactList,
  CreateContactBody,
  InputOf,
  OutputOf,
  RouteKey,
} from '@parley/contract/types';
import { ApiError } from '../../../platform/errors.ts';
import type { LiveAccount } from '../../sync/public.ts';

/** Numbers per lookup, by the specification. */
const numbersPerCall = 100;

/** The result of creating or changing a contact: 1 and its id, or 0 and the server's first message, if any. */
export type Saved = [1, string] | [0] | [0, string];
export type Deleted = [1] | [0];

type Call = <K extends RouteKey>(key: K, input: InputOf<K>) => Promise<OutputOf<K>>;
export type ContactCallsDeps = {
  call: Call;
  /** The store of the account; answers go there, and known rows are not read again. */
  store: LiveAccount['store'];
  log: (what: string, error: unknown) => void;
};

/** Called with an error, for callers that show more than the result says. */
export type OnFailure = (error: unknown) => void;

export type ContactCalls = ReturnType<typeof createContactCalls>;

/**
 * The specification's contact calls for the client: contacts are cached by id and by number, a failure is logged and
 * becomes a return value, and lists stay when reading them again fails.
 */
export function createContactCalls({ call, store, log }: ContactCallsDeps) {
  /** Ids by E.164 digits; the row tells whether an id still has the number. */
  const byPhone = new Map<string, string>();
  let lists: Promise<readonly ContactList[]> | null = null;

  const keep = (contacts: readonly Contact[]) => {
    store.putRows('contacts', contacts);
    for (const { id, phone_number: digits } of contacts) if (digits !== null) byPhone.set(digits, id);
  };
  const existing = (digits: string): Contact | undefined => {
    const id = byPhone.get(digits);
    const row = id === undefined ? undefined : store.row('contacts', id);
    return row?.phone_number === digits ? row : undefined;
  };
  /** Runs a call and returns a value on failure. */
  const attempt = async <T, F>(what: string, work: () => Promise<T>, failed: F, tell?: OnFailure): Promise<T | F> => {
    try {
      return await work();
    } catch (error) {
      log(what, error);
      tell?.(error);
      return failed;
    }
  };
  const save = async (what: string, work: () => Promise<{ id: string }>, tell?: OnFailure): Promise<Saved> => {
    let words: string | undefined;
    const outcome = await attempt(what, work, null, (error) => {
      words = firstText(error);
      tell?.(error);
    });
    if (outcome !== null) return [1, outcome.id];
    return words === undefined ? [0] : [0, words];
  };
  /** Reads a contact again after changing it, so that the store is current. */
  const reread = async (id: string) => {
    try {
      keep([await call('GET /api/contacts/{id}', { params: { id } })]);
    } catch (error) {
      // The change is done; the change feed will bring the row.
      log('contact.read', error);
    }
  };

  return {
    /** All lists; read once unless `refresh`. A failure keeps the stored ones. */
    lists(refresh = false): Promise<readonly ContactList[]> {
      if (lists === null || refresh) {
        const before = lists;
        const watch = store.watch();
        lists = attempt('contact_lists.read', () => call('GET /api/contact-lists', {}), null).then((read) => {
          watch.end();
          if (read === null) {
            // The next call tries again.
            if (before === null) lists = null;
            return before ?? store.list('contact_lists');
          }
          // The member count changes without a new version of the list.
          store.replaceRows('contact_lists', read, watch.changed);
          return read;
        });
      }
      return lists;
    },
    /** @returns null when there is none. @throws ApiError, NetworkError */
    async contact(id: string, fresh = false): Promise<Contact | null> {
      const row = fresh ? undefined : store.row('contacts', id);
      if (row !== undefined) return row;
      try {
        const read = await call('GET /api/contacts/{id}', { params: { id } });
        keep([read]);
        return read;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    /**
     * Contacts with these numbers, E.164 digits without plus. Unknown numbers are omitted, as are those whose lookup failed,
     * which is logged.
     */
    async byPhones(numbers: readonly string[], tell?: OnFailure): Promise<Contact[]> {
      const wanted = [...new Set(numbers)];
      const found = wanted.flatMap((digits) => existing(digits) ?? []);
      const unknown = wanted.filter((digits) => existing(digits) === undefined);
      for (let from = 0; from < unknown.length; from += numbersPerCall) {
        const some = unknown.slice(from, from + numbersPerCall);
        const query = { phone_number: some.map((digits) => `+${digits}`) };
        const read = await attempt('contacts.multi', () => call('GET /api/contacts/multi', { query }), [], tell);
        keep(read);
        found.push(...read);
      }
      return found;
    },
    create: (body: CreateContactBody, tell?: OnFailure): Promise<Saved> =>
      save('contact.create', () => call('POST /api/contacts', { body }), tell),
    async update(id: string, body: ChangeContactBody, tell?: OnFailure): Promise<Saved> {
      const outcome = await save(
        'contact.update',
        () => call('PUT /api/contacts/{id}', { params: { id }, body }),
        tell,
      );
      if (outcome[0] === 1) await reread(id);
      return outcome;
    },
    /** @param accountName typed as a confirmation. @returns the job's id, or false when nothing was deleted */
    deleteAll: (accountName: string, tell?: OnFailure): Promise<string | false> =>
      attempt(
        'contacts.delete_all',
        async () => (await call('DELETE /api/contacts', { body: { account_name: accountName } })).job_id,
        false as const,
        tell,
      ),
    /** Removes contacts from a list, or without one moves them to the trash. @returns how many, or false */
    deleteMulti: (ids: readonly string[], contactListId: string | null, tell?: OnFailure): Promise<number | false> =>
      attempt(
        'contacts.delete_multi',
        async () => {
          const body = { ids: [...ids], contact_list_id: contactListId };
          return (await call('DELETE /api/contacts/multi', { body })).count;
        },
        false as const,
        tell,
      ),
    async deleteOne(id: string, contactListId: string | null, tell?: OnFailure): Promise<Deleted> {
      const query = contactListId === null ? {} : { contact_list_id: contactListId };
      const work = async (): Promise<Deleted> => {
        await call('DELETE /api/contacts/{id}', { params: { id }, query });
        return [1];
      };
      return attempt<Deleted, Deleted>('contact.delete', work, [0], tell);
    },
    /** @param members what to do with the contacts of the list */
    async deleteList(id: string, members: 'true' | 'false' | 'only_here', tell?: OnFailure): Promise<Deleted> {
      const work = async (): Promise<Deleted> => {
        await call('DELETE /api/contact-lists/{id}', { params: { id }, query: { del_contacts: members } });
        return [1];
      };
      return attempt<Deleted, Deleted>('contact_list.delete', work, [0], tell);
    },
    /** @returns the contact's id, nothing on failure */
    async resetLists(id: string, listIds: readonly string[], tell?: OnFailure): Promise<string | undefined> {
      const body = { contact_list_ids: [...listIds] };
      const done = await attempt(
        'contact.reset_lists',
        () => call('POST /api/contacts/{id}/reset-contact-lists', { params: { id }, body }),
        undefined,
        tell,
      );
      if (done !== undefined) await reread(id);
      return done?.id;
    },
    /** `REMOVE` removes the field, anything else sets it. @returns the contact's id, nothing on failure */
    async modifyField(
      id: string,
      field: { operation: 'REMOVE' | 'SET'; name: string; value?: string },
      tell?: OnFailure,
    ): Promise<string | undefined> {
      const done = await attempt(
        'contact.modify_field',
        () => call('POST /api/contacts/{id}/modify-custom-field', { params: { id }, body: { id, ...field } }),
        undefined,
        tell,
      );
      if (done !== undefined) await reread(id);
      return done?.id;
    },
    /** A contact of a list for previews. @returns null when there is none, or the call failed */
    async sampleContact(listId: string, missing: readonly string[] = []): Promise<Contact | null> {
      const query = missing.length === 0 ? {} : { missing: [...missing] };
      const read = await attempt(
        'contact_list.sample',
        () => call('GET /api/contact-lists/{id}/sample-contacts', { params: { id: listId }, query }),
        [],
      );
      return read[0] ?? null;
    },
  };
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

/** The `msg` of the first item of the error's data, else the error's message. */
function firstText(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code === 'unreadable') return undefined;
  const words = error.data[0]?.msg ?? error.message;
  return words === '' ? undefined : words;
}
