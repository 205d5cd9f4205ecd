import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { participantName, participantsIn } from '../bubble/participants.ts';
import { CopyNumber } from '../thread/header/copy-number.tsx';
import styles from './contact-panel.module.css';
import { Section } from './contact-panel.tsx';

/** What WhatsApp says of a group, and who is in it. */
export function GroupPeople({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const people = participantsIn(thread);
  const description = thread.group?.description ?? '';
  return (
    <>
      {description !== '' && (
        <Section title={t`Description`}>
          <p className={styles.description} dir="auto">
            {description}
          </p>
        </Section>
      )}
      <Section title={t`Participants`}>
        {people.length === 0 && <p className={styles.none}>{t`WhatsApp has named no one yet.`}</p>}
        <ul className={styles.plain}>
          {people.map((one) => (
            <li key={one.contact_id} className={styles.person}>
              <Avatar size="sm" name={participantName(one)} seed={one.contact_id} />
              <span className={styles.who}>
                <Link to="/contacts/$id/edit" params={{ id: one.contact_id }}>
                  <bdi>{participantName(one)}</bdi>
                </Link>
                {one.phone_number === null ? (
                  one.phone_masked !== undefined && <bdi className={styles.none}>{one.phone_masked}</bdi>
                ) : (
                  <CopyNumber digits={one.phone_number} />
                )}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t`In groups`}>
        <p className={styles.none}>
          {t`You can send texts, files and templates without buttons. Automations, the AI assistant and broadcasts stay out of groups.`}
        </p>
      </Section>
    </>
  );
}
