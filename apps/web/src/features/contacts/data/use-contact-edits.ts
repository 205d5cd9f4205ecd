import { NetworkError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { type ContactChange, type ContactEntry, useAccount, useContactWaiting } from '../../sync/public.ts';
import type { OnFailure } from './contact-calls.ts';

/** `waiting`: it is on the device, and sent when the server can be reached. */
export type Edited = 'saved' | 'waiting' | 'failed';

/** Changes of a contact beside a conversation, which wait on the device where the server cannot be reached. */
export function useContactEdits(contactId: string) {
  const { outbox } = useAccount();
  const waiting = useContactWaiting(contactId);
  const entryOf = (part: ContactChange['part'], which = ''): ContactEntry | undefined =>
    waiting.find(({ body }) => body.part === part && whichOf(body) === which);
  return {
    waiting,
    entryOf,
    /** @param send tells an error and answers whether it was done */
    async save(
      change: ContactChange,
      send: (tell: OnFailure) => Promise<boolean>,
      failed?: OnFailure,
      id: string = uuidv7(),
    ): Promise<Edited> {
      const earlier = change.part === 'note' ? undefined : entryOf(change.part, whichOf(change));
      let unreachable = false;
      const done = await send((error) => {
        if (error instanceof NetworkError) unreachable = true;
        else failed?.(error);
      });
      if (done) {
        if (earlier !== undefined) await outbox.discard(earlier.id);
        return 'saved';
      }
      if (!unreachable) return 'failed';
      // What waits already began from what the server has.
      const body = earlier === undefined ? change : ({ ...change, before: beforeOf(earlier) } as ContactChange);
      try {
        await outbox.addContact(earlier?.id ?? id, contactId, body);
        return 'waiting';
      } catch (error) {
        failed?.(error);
        return 'failed';
      }
    },
    /** What was typed here counts, and what someone else made of it does not. */
    takeMine: ({ id, body, refusal }: ContactEntry) =>
      void outbox.addContact(id, contactId, { ...body, before: refusal?.message ?? '' } as ContactChange),
    discard: ({ id }: ContactEntry) => void outbox.discard(id),
  };
}

/** Which field or note, where there are several. */
function whichOf(change: ContactChange): string {
  return change.part === 'field' ? change.field : change.part === 'note_edit' ? change.note : '';
}

function beforeOf({ body }: ContactEntry): string | string[] {
  return body.part === 'note' ? '' : body.before;
}
