import { useLingui } from '@lingui/react/macro';
import type { Channel, Contact, ContactList, Thread } from '@parley/contract/types';
import { IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { channelNow } from '../../../platform/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { contactName } from '../../contacts/public.ts';
import { SandboxTag } from '../../sandbox/public.ts';
import { closedSince } from '../composer/window-left.ts';
import { CopyNumber } from '../thread/header/copy-number.tsx';
import styles from './contact-panel.module.css';

export type ContactPanelProps = {
  thread: Thread;
  /** It lies over the conversation, where there is no room beside it. */
  over?: boolean;
  channel: Channel | undefined;
  /** Undefined while loading. */
  contact: Contact | undefined;
  /** Loading failed. */
  failed: boolean;
  lists: readonly ContactList[];
  /** The names of the account's custom fields, in their order. */
  fieldNames: readonly string[];
  nowMs: number;
  /** The contact does not exist: it was deleted, and only the conversation is left. */
  gone?: boolean;
  /** Its stage, value and labels, as rows of the list of facts. */
  facts?: ReactNode;
  /** Lists, fields and opt-in, editable in place; without it they are only shown. */
  details?: ReactNode;
  /** Who is in the group, in place of what a contact has. */
  group?: ReactNode;
  onRetry: () => void;
  onClose: () => void;
};

/** The contact of the conversation, in a panel of 384 px. */
export function ContactPanel(props: ContactPanelProps) {
  const { t } = useLingui();
  const { thread, contact, channel } = props;
  const { phone_number, username } = contact ?? thread.contact;
  const title = thread.group === undefined ? t`Contact` : t`Group`;
  // The conversation's has a name that waits on the device.
  const name = contactName(contact === undefined ? thread.contact : { ...contact, name: thread.contact.name });
  return (
    <aside className={styles.panel} data-contact-panel data-over={props.over || undefined} aria-label={title}>
      <div className={styles.bar}>
        <h2>{title}</h2>
        <IconButton label={t`Close`} command="inbox.contact" onClick={props.onClose}>
          <IconX {...icon} />
        </IconButton>
      </div>
      <div className={styles.scroll}>
        <div className={styles.id}>
          <Avatar
            size="xl"
            name={name}
            seed={thread.contact_id}
            windowExpiresAt={thread.window_expires_at}
            now={channelNow(props.nowMs, channel)}
          />
          <div className={styles.who}>
            <h3 className={styles.name}>
              <bdi>{name}</bdi>
            </h3>
            {phone_number !== null && <CopyNumber digits={phone_number} />}
            {username !== null && <bdi>@{username}</bdi>}
            {contact && !props.details && <OptState optedOutAt={contact.opted_out_at} />}
            {contact?.sandbox && <SandboxTag written />}
          </div>
        </div>
        <Section title={t`Conversation`}>
          <dl className={styles.fields}>
            {channel && <Pair name={t`Channel`}>{channel.channel_label}</Pair>}
            <Pair name={t`Reply window`}>
              <WindowText {...props} />
            </Pair>
            <Pair name={t`Since`}>
              <Since at={thread.created_at} />
            </Pair>
            {props.facts}
          </dl>
        </Section>
        {props.failed && contact === undefined && (
          <div className={styles.failed}>
            <p>{t`Couldn’t load lists and fields.`}</p>
            <Button size="sm" onClick={props.onRetry}>{t`Try again`}</Button>
          </div>
        )}
        {props.gone && <NotSaved thread={thread} sandbox={channel?.sandbox === true} />}
        {contact && props.details}
        {contact && !props.details && <Details contact={contact} lists={props.lists} fieldNames={props.fieldNames} />}
        {props.group}
        {!contact && !props.failed && !props.gone && !props.group && (
          <div className={styles.skeleton} role="status" aria-label={t`Loading contact`} />
        )}
      </div>
    </aside>
  );
}

/** A deleted contact can be added again with the data of the conversation. */
function NotSaved({ thread, sandbox }: { thread: Thread; sandbox: boolean }) {
  const { t } = useLingui();
  const { name, phone_number: digits } = thread.contact;
  return (
    <div className={styles.failed}>
      <p>{t`Not among your contacts.`}</p>
      {digits !== null && (
        <Link
          to="/contacts/add"
          search={{ phone: `+${digits}`, ...(name !== '' && { name }), ...(sandbox && { sandbox }) }}
          className={buttonClass({ size: 'sm' })}
        >{t`Add to contacts`}</Link>
      )}
    </div>
  );
}

function OptState({ optedOutAt }: { optedOutAt: string | null }) {
  const { t } = useLingui();
  const words = useTimeLabels();
  if (optedOutAt === null) {
    return (
      <p className={styles.in}>
        <IconCircleCheck {...smallIcon} />
        {t`No opt-out`}
      </p>
    );
  }
  return (
    <p className={styles.out}>
      <IconCircleX {...smallIcon} />
      {t`Opted out, ${words.date(optedOutAt)}`}
    </p>
  );
}

function WindowText({ thread, channel, nowMs }: ContactPanelProps) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const channelMs = channelNow(nowMs, channel);
  const { window_expires_at } = thread;
  if (window_expires_at === null) return t`Never opened`;
  if (Date.parse(window_expires_at) > channelMs) return t`Open until ${words.until(window_expires_at, channelMs)}`;
  const since = closedSince(window_expires_at, channelMs);
  if (since?.unit === 'minutes') return t`Closed ${since.count} min ago`;
  return since?.unit === 'hours' ? t`Closed ${since.count} h ago` : t`Closed ${since?.count ?? 0} d ago`;
}

function Since({ at }: { at: string }) {
  return useTimeLabels().date(at);
}

/**
 * The specification's label of lists: at most three names, then the number of further lists; a dash for an unknown
 * list.
 */
const listsShown = 3;

function Details({
  contact,
  lists,
  fieldNames,
}: {
  contact: Contact;
  lists: readonly ContactList[];
  fieldNames: readonly string[];
}) {
  const { t } = useLingui();
  const nameOf = new Map(lists.map((list) => [list.id, list.name]));
  const more = contact.contact_list_ids.length - listsShown;
  const values = new Map(Object.entries(contact.custom_fields));
  const names = new Set([...fieldNames, ...values.keys()]);
  const filled = [...names].filter((name) => (values.get(name) ?? '') !== '');
  return (
    <>
      <Section title={t`Lists`}>
        {contact.contact_list_ids.length === 0 ? (
          <p className={styles.none}>{t`In no list`}</p>
        ) : (
          <p className={styles.chips}>
            {contact.contact_list_ids.slice(0, listsShown).map((id) => (
              <bdi key={id} className={styles.chip}>
                {nameOf.get(id) ?? '-'}
              </bdi>
            ))}
            {more > 0 && <span className={styles.none}>{t`+ ${more} lists`}</span>}
          </p>
        )}
      </Section>
      <Section title={t`Fields`}>
        {filled.length === 0 ? (
          <p className={styles.none}>{t`No fields filled in`}</p>
        ) : (
          <dl className={styles.fields}>
            {filled.map((name) => (
              <Pair key={name} name={name}>
                {values.get(name)}
              </Pair>
            ))}
          </dl>
        )}
      </Section>
    </>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}
