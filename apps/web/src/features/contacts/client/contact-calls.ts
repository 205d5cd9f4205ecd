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

/** The specification looks numbers up in groups of so many. */
const numbersAtOnce = 100;

/** What a call that makes or changes one contact gives: 1 and its id, or 0 and the server's first words, if it had any. */
export type Saved = [1, string] | [0] | [0, string];
export type Deleted = [1] | [0];

type Call = <K extends RouteKey>(key: K, input: InputOf<K>) => Promise<OutputOf<K>>;
export type ContactCallsDeps = {
  call: Call;
  /** Rows of the account; what is read is put there, what is there is not read again. */
  store: LiveAccount['store'];
  log: (what: string, error: unknown) => void;
};

/** Told of a failure besides what the call gives, for whoever can say more about it. */
export type OnFailure = (error: unknown) => void;

export type ContactCalls = ReturnType<typeof createContactCalls>;

/**
 * The specification's contact calls as it describes them for the client: contacts are kept by id and by number, a failure
 * is logged and becomes a value, lists stay when reading them again fails.
 */
export function createContactCalls({ call, store, log }: ContactCallsDeps) {
  /** Ids by E.164 digits. Whether they still hold is seen from the row. */
  const byPhone = new Map<string, string>();
  let lists: Promise<readonly ContactList[]> | null = null;

  const keep = (contacts: readonly Contact[]) => {
    store.putRows('contacts', contacts);
    for (const { id, phone_number: digits } of contacts) if (digits !== null) byPhone.set(digits, id);
  };
  const held = (digits: string): Contact | undefined => {
    const id = byPhone.get(digits);
    const row = id === undefined ? undefined : store.row('contacts', id);
    return row?.phone_number === digits ? row : undefined;
  };
  /** Runs a call whose failure is a value. */
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
      words = firstWords(error);
      tell?.(error);
    });
    if (outcome !== null) return [1, outcome.id];
    return words === undefined ? [0] : [0, words];
  };
  /** Reads a contact again after a change of ours, so that what is held is what is there. */
  const reread = async (id: string) => {
    try {
      keep([await call('GET /api/contacts/{id}', { params: { id } })]);
    } catch (error) {
      // The feed brings it; the change itself is done.
      log('contact.read', error);
    }
  };

  return {
    /** All lists; read once unless `refresh`. A failure leaves those that are held. */
    lists(refresh = false): Promise<readonly ContactList[]> {
      if (lists === null || refresh) {
        const before = lists;
        const watch = store.watch();
        lists = attempt('contact_lists.read', () => call('GET /api/contact-lists', {}), null).then((read) => {
          watch.end();
          if (read === null) {
            // The next who asks tries again.
            if (before === null) lists = null;
            return before ?? store.list('contact_lists');
          }
          // How many are in a list changes without a new version of it.
          store.replaceRows('contact_lists', read, watch.changed);
          return read;
        });
      }
      return lists;
    },
    /** @returns null when there is none. @throws ApiError, NetworkError when it could not be known */
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
     * Contacts with these numbers, E.164 digits without plus. Numbers nobody has are left out; so are those that could not
     * be looked up, which is logged.
     */
    async byPhones(numbers: readonly string[], tell?: OnFailure): Promise<Contact[]> {
      const wanted = [...new Set(numbers)];
      const found = wanted.flatMap((digits) => held(digits) ?? []);
      const unknown = wanted.filter((digits) => held(digits) === undefined);
      for (let from = 0; from < unknown.length; from += numbersAtOnce) {
        const some = unknown.slice(from, from + numbersAtOnce);
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
    /** @param accountName what was typed to show that it is meant. @returns the job's id, or false when nothing was deleted */
    deleteAll: (accountName: string, tell?: OnFailure): Promise<string | false> =>
      attempt(
        'contacts.delete_all',
        async () => (await call('DELETE /api/contacts', { body: { account_name: accountName } })).job_id,
        false as const,
        tell,
      ),
    /** With a list they leave it, without one they go to the trash. @returns how many, or false */
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
    /** @param members what becomes of the people in it */
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
    /** `REMOVE` takes the field away, anything else sets it. @returns the contact's id, nothing on failure */
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
    /** The person that previews of a list are made for. @returns null when there is nobody, or nobody could be had */
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

/** The `msg` of the first item of the error's data, which is what forms show first; else the server's own sentence. */
function firstWords(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code === 'unreadable') return undefined;
  const words = error.data[0]?.msg ?? error.message;
  return words === '' ? undefined : words;
}
