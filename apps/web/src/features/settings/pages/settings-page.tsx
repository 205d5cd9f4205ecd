import { useLingui } from '@lingui/react/macro';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { session } from '../../../platform/browser-session.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { runCommand } from '../../../ui/commands/run-command.ts';
import { inputClass } from '../../../ui/field.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { ServerStatus } from '../components/server/server-status.tsx';
import { matchesSearch, mayOpen, type SettingsEntry, settingsGroups } from '../data/settings-entries.ts';
import { usePreviews } from '../data/use-previews.ts';
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
        matchesSearch([i18n._(title), i18n._(also), previews[preview] ?? ''], typed.trim()),
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
                <Entry entry={entry} open={mayOpen(entry, role)} value={previews[entry.preview]} />
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
            {entry.from === 'Owner' ? t`Only Owners can open this` : t`Only Owners and Admins can open this`}
          </>
        )}
      </span>
    </>
  );
  if (!open) return <div className={styles.entry}>{inside}</div>;
  const { command } = entry;
  if (command !== undefined) {
    return (
      <button type="button" className={styles.entry} onClick={() => runCommand(command)}>
        {inside}
      </button>
    );
  }
  return (
    <Link to={entry.to} hash={entry.hash} search={entry.show && { show: entry.show }} className={styles.entry}>
      {inside}
    </Link>
  );
}
