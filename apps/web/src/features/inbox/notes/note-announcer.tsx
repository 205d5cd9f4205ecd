import { useLingui } from '@lingui/react/macro';
import type { Note } from '@parley/contract/types';
import { useEffect, useRef, useState } from 'react';
import { useAccount, useFindUser } from '../../sync/public.ts';
import { plainNote } from './mention-text.ts';
import { useNameOf } from './note-bubble.tsx';

/** Announces notes of other members to assistive technology while the conversation is open. */
export function NoteAnnouncer({ notes }: { notes: readonly Note[] }) {
  const { t } = useLingui();
  const { uid } = useAccount().store;
  const findUser = useFindUser();
  const nameOf = useNameOf();
  const last = notes.at(-1);
  // Notes from before the conversation was opened are not announced, even when they load later.
  const heard = useRef(new Date().toISOString());
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (last === undefined || last.created_at <= heard.current) return;
    heard.current = last.created_at;
    if (last.created_by === uid) return;
    const name = findUser(last.created_by)?.name ?? '';
    setSaid(t`Note by ${name}: ${plainNote(last.body, nameOf)}`);
  }, [last, uid, findUser, nameOf, t]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
