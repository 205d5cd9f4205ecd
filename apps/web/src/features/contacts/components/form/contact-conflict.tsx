import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { listText } from '../../../../platform/formats.ts';
import { Button } from '../../../../ui/button.tsx';
import { useRelativeTime } from '../../../../ui/use-relative-time.ts';
import { useRows } from '../../../sync/public.ts';
import { type ContactDraft, type DraftPart, draftOf, partValue } from '../../data/contact-draft.ts';
import { useActivity } from '../../data/contacts-data.ts';
import { readableNumber } from '../../data/readable-number.ts';
import type { Conflict, ContactForm } from '../../data/use-contact-form.ts';
import { useActorName } from '../use-actor-name.ts';
import styles from './contact-fields.module.css';

const partTitles = {
  lists: msg`Lists`,
  name: msg`Name`,
  optedIn: msg`Opt-in`,
  phone: msg`Phone`,
  source: msg`Opt-in source`,
};

/** Shows an edit conflict and lets the member choose between the two values. */
export function ContactConflict({ form, conflict }: { form: ContactForm; conflict: Conflict }) {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const actorName = useActorName();
  const lists = useRows('contact_lists');
  const { theirs, parts } = conflict;
  const [latest] = useActivity(theirs.id, theirs.version).data ?? [];
  const who = latest === undefined ? t`Someone` : actorName(latest.actor);
  const when = near(theirs.updated_at);
  const title = (part: DraftPart) =>
    part.startsWith('field:') ? part.slice('field:'.length) : i18n._(partTitles[part as keyof typeof partTitles]);
  const words = (draft: ContactDraft, part: DraftPart) => {
    if (part === 'phone') return draft.digits === null ? draft.typed : readableNumber(draft.digits);
    if (part === 'lists') {
      return listText(draft.lists.map((id) => lists.find((list) => list.id === id)?.name ?? '-')) || t`none`;
    }
    return partValue(draft, part) || t`empty`;
  };
  const other = draftOf(theirs);
  return (
    <div role="alert" className={styles.conflict}>
      <p>
        <strong>{t`${who} changed this contact ${when}, after you opened it.`}</strong>{' '}
        {parts.length === 0
          ? t`Their changes are now in the form, together with yours. Save again to store both.`
          : t`Their values are newer. Choose, then save again.`}
      </p>
      {parts.length > 0 && (
        <ul>
          {parts.map((part) => (
            <li key={part}>
              <span>
                {title(part)}: <bdi>{words(form.draft, part)}</bdi> ({t`yours`}) · <bdi>{words(other, part)}</bdi> (
                {t`theirs, newer`})
              </span>
              <span className={styles.chips}>
                <Button size="sm" onClick={() => form.decide(part, false)}>{t`Keep mine`}</Button>
                <Button size="sm" onClick={() => form.decide(part, true)}>{t`Use theirs`}</Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
