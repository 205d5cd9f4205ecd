import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { hoursOfChannel } from '@parley/contract/opening';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { useDensity } from '../../../platform/density-choice.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { useTheme } from '../../../platform/theme-choice.ts';
import { useNow } from '../../../platform/use-now.ts';
import { inputClass } from '../../../ui/field.tsx';
import { useOpeningText } from '../../../ui/hours/opening-text.ts';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useDurationText } from '../../../ui/use-duration-text.ts';
import { identity } from '../../identity/public.ts';
import { ServerStatus } from '../components/server/server-status.tsx';
import { useClient } from '../data/account-queries.ts';
import { useCurrentUser } from '../data/current-user-query.ts';
import { matchesSearch, mayOpen, type Preview, type SettingsEntry, settingsGroups } from '../data/settings-entries.ts';
import styles from './settings-page.module.css';

/** /settings: all settings with their current values, and who may change them. */
export function SettingsPage() {
  const { t } = useLingui();
  return (
    <Page scroll="document">
      <PageBar title={t`Settings`} start={<SubPanelButton label={t`Other settings`} />} />
      <PageBody padded>
        <QueryScope>
          <Entries />
        </QueryScope>
      </PageBody>
    </Page>
  );
}

function Entries() {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState('');
  const previews = usePreviews();
  const state = session.state();
  const role = state.status === 'signed-out' ? null : state.claims.role;
  const groups = settingsGroups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ title, also, preview }) =>
        matchesSearch([i18n._(title), i18n._(also), (preview && previews[preview]) ?? ''], typed.trim()),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <div className={styles.page}>
      <label className={styles.search}>
        <span className="visually-hidden">{t`Find a setting`}</span>
        <IconSearch {...smallIcon} />
        <input
          type="search"
          className={inputClass()}
          data-search
          placeholder={t`Find a setting`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {groups.length === 0 && <p role="status">{t`No results. Try a shorter word.`}</p>}
      {groups.map(({ id, title, entries }) => (
        <section key={id} aria-labelledby={`settings-${id}`}>
          <h2 id={`settings-${id}`}>{i18n._(title)}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={i18n._(entry.title)}>
                <Entry entry={entry} open={mayOpen(entry, role)} value={entry.preview && previews[entry.preview]} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {typed.trim() === '' && <ServerStatus />}
    </div>
  );
}

function Entry({ entry, open, value }: { entry: SettingsEntry; open: boolean; value: string | undefined }) {
  const { t, i18n } = useLingui();
  const Picture = entry.icon;
  const inside = (
    <>
      <Picture {...icon} className={styles.icon} />
      <span className={styles.title}>{i18n._(entry.title)}</span>
      <span className={styles.value}>
        {open ? (
          <bdi>{value}</bdi>
        ) : (
          <>
            <IconLock {...smallIcon} />
            {t`An Owner or Admin opens this`}
          </>
        )}
      </span>
    </>
  );
  if (!open) return <div className={styles.entry}>{inside}</div>;
  return (
    <Link to={entry.to} hash={entry.hash} search={entry.show && { show: entry.show }} className={styles.entry}>
      {inside}
    </Link>
  );
}

/** The current values that could be read; the list works without them. */
function usePreviews(): Partial<Record<Preview, string>> {
  const { t } = useLingui();
  const currentUser = useCurrentUser().data;
  const client = useClient().data;
  const sessions = useQuery({ queryKey: ['auth', 'sessions'], queryFn: () => identity.listSessions() }).data;
  const channels = useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => api('GET /api/channels', { query: { limit: 200 } }, { signal }),
  }).data;
  const users = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => api('GET /api/users', { query: { limit: 200 } }, { signal }),
  }).data;
  const theme = useTheme((state) => state.choice);
  const density = useDensity((state) => state.density);
  const themes = { light: t`Light`, dark: t`Dark`, auto: t`As the system` };
  const rows = { comfortable: t`roomy`, compact: t`compact` };
  const durationText = useDurationText();
  const opening = useOpeningText()(client ? hoursOfChannel({ working_hours: null }, client) : null, useNow());
  const actions = currentUser?.user.providerData.length ?? 0;
  const onOff = (on: boolean) => (on ? t`On` : t`Off`);
  const counted = (list: { data: unknown[]; next_cursor: string | null } | undefined) =>
    list && (list.next_cursor === null ? String(list.data.length) : `${list.data.length}+`);
  const regions = new Intl.DisplayNames(document.documentElement.lang, { type: 'region' });
  return {
    name: currentUser?.user.displayName,
    email: currentUser?.user.email,
    password:
      currentUser && plural(actions, { 0: 'By email only', one: '# way to sign in', other: '# ways to sign in' }),
    'two-step': currentUser && onOff(currentUser.two_step_verification),
    'required-two-step': client && onOff(client.require_two_step_verification),
    sessions: sessions && plural(sessions.length, { one: '# session', other: '# sessions' }),
    looks: `${themes[theme]}, ${rows[density]}`,
    accounts: currentUser && plural(currentUser.accounts.length, { one: '# account', other: '# accounts' }),
    business: client && `${client.name}, ${regions.of(client.country) ?? client.country}`,
    hours: client && (client.working_hours === null ? t`Not set` : (opening ?? undefined)),
    invitations: client && (client.invitation_branding.name || client.name),
    assignment: client && (client.assignment_rule === null ? t`Not assigned` : t`Members in turn`),
    'closing-soon': client && durationText(client.closing_soon_minutes),
    'opt-out-words':
      client && plural(client.opt_out_words.length, { 0: 'None', one: '# language', other: '# languages' }),
    channels: counted(channels),
    team: counted(users),
    fields: client && plural(client.custom_fields.length, { 0: 'None yet', one: '# attribute', other: '# attributes' }),
  };
}
