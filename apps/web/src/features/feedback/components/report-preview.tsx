import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ClientEvent } from '../../../platform/client-events.ts';
import { listText } from '../../../platform/formats.ts';
import { useProfile } from '../../../platform/profile.ts';
import { Button } from '../../../ui/button.tsx';
import { sizeText } from '../../../ui/fields/file-rules.ts';
import { toast } from '../../../ui/toast.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import type { ReportBody } from '../data/report-body.ts';
import { useFeedbackSettings } from '../data/reports.ts';
import type { FlatShot } from '../data/shots.ts';
import { useReceiver } from '../data/use-receiver.ts';
import { ConfirmEmailButton, DestinationButton } from './destination-dialog.tsx';
import styles from './feedback.module.css';

const fewEvents = 5;

/** Everything that a report sends, read from the very object that is sent. */
export function ReportPreview({ body, shots }: { body: ReportBody; shots: readonly FlatShot[] }) {
  const { t } = useLingui();
  const profile = useProfile((state) => state.profile);
  const { details, conversation } = body;
  const copy = async () => {
    const screenshots = shots.map(({ sizeBytes, width, height }) => ({ width, height, size_bytes: sizeBytes }));
    try {
      await navigator.clipboard.writeText(JSON.stringify({ ...body, screenshots }, null, 2));
      toast({ message: t`Report copied` });
    } catch {
      // No clipboard without https, or not allowed.
      toast({ message: t`The browser does not allow copying here.` });
    }
  };
  return (
    <section className={styles.what}>
      <header className={styles.head}>
        <h2>{t`What will be sent`}</h2>
        <Button size="sm" variant="plain" onClick={() => void copy()}>
          {t`Copy`}
        </Button>
      </header>
      <Receiver />
      <dl className={styles.facts}>
        {profile && (
          <>
            <dt>{t`From`}</dt>
            <dd>
              <bdi>{listText([profile.userName, profile.accountName].filter(Boolean))}</bdi>
              {body.may_reply && <bdi className={styles.quiet}> {profile.email}</bdi>}
            </dd>
          </>
        )}
        {details && <DetailFacts details={details} />}
        <dt>{t`Screenshots`}</dt>
        <dd>
          {shots.length === 0
            ? t`None`
            : `${shots.length}, ${sizeText(shots.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))}`}
        </dd>
      </dl>
      {shots.length > 0 && (
        <div className={styles.thumbnails}>
          {shots.map(({ base64 }) => (
            <img
              key={base64.slice(-40)}
              src={`data:image/webp;base64,${base64}`}
              alt={t`Screenshot as it will be sent`}
            />
          ))}
        </div>
      )}
      {conversation && <ConversationPart conversation={conversation} />}
      {!conversation && <p className={styles.quiet}>{t`No message text, names or phone numbers.`}</p>}
      {details && details.events.length > 0 && <Events events={details.events} />}
    </section>
  );
}

function Receiver() {
  const { t } = useLingui();
  const settings = useFeedbackSettings().data;
  const to = useReceiver(settings?.destination, settings?.sent_to ?? null);
  return (
    <p className={styles.receiver}>
      <span className={styles.quiet}>
        {settings === undefined ? '' : to ? t`To ${to}, and stored in this account.` : t`Stored in this account.`}{' '}
        {(settings?.destination === 'forge' || settings?.destination === 'file') &&
          t`Screenshots, customer data and your email address are not sent there.`}
        {settings?.email_confirmed === false && t`It is sent once this address has been confirmed.`}
      </span>
      <ConfirmEmailButton />
      <DestinationButton />
    </p>
  );
}

function DetailFacts({ details }: { details: NonNullable<ReportBody['details']> }) {
  const { t } = useLingui();
  const { width, height, theme } = details.window;
  const themes = { light: t`light`, dark: t`dark` };
  return (
    <>
      <dt>{t`Page`}</dt>
      <dd>
        <code>{details.page}</code>
      </dd>
      {details.thread_id && (
        <>
          <dt>{t`Conversation`}</dt>
          <dd>
            <code>{details.thread_id}</code>
          </dd>
        </>
      )}
      <dt>{t`Version`}</dt>
      <dd>{details.version}</dd>
      <dt>{t`Browser`}</dt>
      <dd>{details.browser}</dd>
      <dt>{t`Language`}</dt>
      <dd>{`${details.language}, ${details.time_zone}`}</dd>
      <dt>{t`Window`}</dt>
      <dd>{`${width} × ${height}, ${themes[theme]}`}</dd>
      <dt>{t`Connection`}</dt>
      <dd>{details.connection === 'online' ? t`Online` : t`Offline`}</dd>
      <dt>{t`Requests`}</dt>
      <dd className={styles.ids}>
        {details.request_ids.length === 0 ? t`None` : details.request_ids.map((id) => <code key={id}>{id}</code>)}
      </dd>
    </>
  );
}

function ConversationPart({ conversation }: { conversation: NonNullable<ReportBody['conversation']> }) {
  const { t } = useLingui();
  const { contact, messages } = conversation;
  return (
    <>
      <h3>{t`Customer data`}</h3>
      {contact && (
        <p>
          <bdi>{listText([contact.name, contact.phone_number && `+${contact.phone_number}`].filter(Boolean))}</bdi>
        </p>
      )}
      {messages && (
        <ul className={styles.log}>
          {messages.map((message) => (
            <li key={message.at + message.text}>
              <span className={styles.quiet}>{message.direction === 'INCOMING' ? t`Customer` : t`Team`}</span>
              <span dir="auto">{message.text === '' ? message.type : message.text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Events({ events }: { events: readonly ClientEvent[] }) {
  const { t } = useLingui();
  const { clock } = useTimeLabels();
  const [all, setAll] = useState(false);
  const newest = events.toReversed();
  const shown = all ? newest : newest.slice(0, fewEvents);
  return (
    <>
      <header className={styles.head}>
        <h3>{plural(events.length, { one: 'Last event', other: 'Last # events' })}</h3>
        {events.length > fewEvents && (
          <Button size="sm" variant="plain" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t`Show fewer` : t`Show all`}
          </Button>
        )}
      </header>
      <ul className={styles.log}>
        {shown.map((event) => (
          <li key={event.at + event.what}>
            <time dateTime={event.at} className={styles.quiet}>
              {clock(event.at)}
            </time>
            <span className={isBad(event) ? styles.bad : undefined}>
              {event.status === undefined ? event.what : `${event.what} ${event.status || t`no answer`}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function isBad({ kind, status }: ClientEvent): boolean {
  return kind === 'error' || (status !== undefined && (status === 0 || status >= 400));
}
