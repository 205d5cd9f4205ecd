import { useLingui } from '@lingui/react/macro';
import type { AccountExport, AuditForwarding, BroadcastSettings, InstallationStatus } from '@parley/contract/types';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { icon } from '../../ui/icon.ts';
import { BroadcastSettingsSummary } from './components/business/broadcast-settings.tsx';
import { BroadcastSettingsDialog } from './components/business/broadcast-settings-dialog.tsx';
import { BusinessForm } from './components/business/business-form.tsx';
import { ExportState } from './components/business/export-section.tsx';
import { Checks } from './components/checklist/checklist-card.tsx';
import { ForwardingDialogs, type ForwardingQuestion } from './components/forwarding/forwarding-dialogs.tsx';
import { Forwardings } from './components/forwarding/forwarding-panel.tsx';
import { AppearanceSection } from './components/personal/appearance-section.tsx';
import { Fact, Section } from './components/personal/section.tsx';
import { SavedField } from './components/saved/saved-field.tsx';
import { ScimDialogs, type ScimQuestion } from './components/scim/scim-dialogs.tsx';
import { ScimStatus } from './components/scim/scim-section.tsx';
import { ServerFacts } from './components/server/server-status.tsx';
import { ExampleMessage } from './components/setup/first-message.tsx';
import type { ScimState } from './data/scim.ts';
import type { Checklist } from './data/setup-steps.ts';
import styles from './settings.gallery.module.css';

const nothing = () => undefined;
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 800));
const refused = () => Promise.reject(new Error('refused'));

const keys = ['connect_number', 'invite_teammate', 'import_contacts', 'test_message'] as const;
function checklist(...done: string[]): Checklist {
  return { items: keys.map((key) => ({ key, done: done.includes(key) })), dismissed: false };
}

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'first-steps', title: t`First steps`, states: <FirstSteps /> },
    { id: 'settings-facts', title: t`A settings page`, states: <Facts /> },
    { id: 'saved-fields', title: t`Fields that save by themselves`, states: <SavedFields /> },
    { id: 'business', title: t`About a business`, states: <Business /> },
    { id: 'broadcast-settings', title: t`Settings for all broadcasts`, states: <Broadcasts /> },
    { id: 'account-export', title: t`Export everything`, states: <Exports /> },
    { id: 'provisioning', title: t`User provisioning`, states: <Provisioning /> },
    { id: 'audit-forwarding', title: t`Audit log forwarding`, states: <AuditForwardings /> },
    { id: 'server', title: t`The state of a server`, states: <Server /> },
    { id: 'first-message', title: t`First message`, states: <FirstText /> },
  ];
}

const provisioning: ScimState = {
  base_url: 'https://parley.example/scim/v2',
  tokens: [
    {
      ...{ id: '1', name: 'Entra ID', last4: '3f7a', default_role: 'User' },
      created_by: { user_id: '2', name: 'Olga Owner', manages: true },
      ...{
        created_at: '2026-11-02T09:00:00.000Z',
        last_used_at: '2026-11-29T09:00:00.000Z',
        last_used_ip: '203.0.113.9',
      },
    },
    {
      ...{ id: '3', name: 'Admins of the head office', last4: '90bc', default_role: 'Admin' },
      created_by: { user_id: '4', name: null, manages: false },
      ...{ created_at: '2026-10-02T09:00:00.000Z', last_used_at: null, last_used_ip: null },
    },
  ],
  refusals: [
    {
      ...{ id: '5', at: '2026-11-29T08:00:00.000Z', token_id: '1', call: 'PATCH /Users/{id}', status: 403 },
      detail: 'An Owner can’t be deactivated or removed by SCIM. Another Owner does it on the Team page.',
    },
  ],
};

function Provisioning() {
  const [question, setQuestion] = useState<ScimQuestion | null>(null);
  return (
    <div className={styles.stack}>
      <ScimStatus state={provisioning} ask={setQuestion} />
      <ScimStatus state={{ ...provisioning, tokens: [], refusals: [] }} ask={setQuestion} />
      {question !== null && (
        <ScimDialogs question={question} address={provisioning.base_url} onClose={() => setQuestion(null)} />
      )}
    </div>
  );
}

const forwarding: AuditForwarding = {
  ...{ id: '1', name: 'SIEM', kind: 'webhook', address: 'https://logs.kestrel.example/parley', ca_certificate: null },
  ...{ state: 'active', forwarded: 4_021, behind: 0, last_forwarded_at: '2026-11-29T09:00:00.000Z', version: 1 },
  ...{ last_error: null, last_error_at: null, retry_at: null, created_at: '2026-11-02T09:00:00.000Z' },
};
const failing: AuditForwarding = {
  ...forwarding,
  ...{ id: '2', name: 'Log server of the head office', kind: 'syslog', address: 'tls://logs.kestrel.example:6514' },
  ...{ behind: 1_000, last_error: 'No connection (ECONNREFUSED).', last_error_at: '2026-11-29T09:00:00.000Z' },
  retry_at: '2026-11-29T09:15:00.000Z',
};
const paused: AuditForwarding = { ...forwarding, id: '3', state: 'paused', behind: 1, last_forwarded_at: null };

function AuditForwardings() {
  const [question, setQuestion] = useState<ForwardingQuestion | null>(null);
  return (
    <div className={styles.stack}>
      <Forwardings forwardings={[forwarding, failing, paused]} ask={setQuestion} />
      <Forwardings forwardings={[]} ask={setQuestion} />
      {question !== null && <ForwardingDialogs question={question} onClose={() => setQuestion(null)} />}
    </div>
  );
}

const quiet = { waiting: 0, oldest_s: null };
const quietServer: InstallationStatus = {
  problems: [],
  fault: null,
  versions: { parley: '1.0.0', node: '24.21.0', postgres: '18.1' },
  processes: 1,
  disk: { free_bytes: 41e9, total_bytes: 80e9 },
  database: { bytes: 2.4e9, dead_rows: 1_204, live_rows: 912_004, connections: 14, most_connections: 100 },
  sends: { ...quiet, without_outcome: 0 },
  webhooks: quiet,
  feed: quiet,
  jobs: { waiting: 0, running: 1, failed: 0 },
  emails: { waiting: 0, failed: 0, oldest_s: null },
  backup_age_s: 7_200,
  installed_s: 900_000,
};

const broadcastSettings: BroadcastSettings = {
  ...{ monthly_budget: 500, warn_percent: 80, start_over_budget: false, currency: 'GBP', used: 218.4, version: 3 },
  ...{ limit_messages: 2, limit_days: 7 },
};

function Broadcasts() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.stack}>
      <BroadcastSettingsSummary settings={broadcastSettings} onChange={nothing} />
      <BroadcastSettingsSummary
        settings={{ ...broadcastSettings, monthly_budget: null, limit_messages: null, limit_days: null }}
        onChange={nothing}
      />
      <Button onClick={() => setOpen(true)}>{t`Change`}</Button>
      {open && <BroadcastSettingsDialog settings={broadcastSettings} onClose={() => setOpen(false)} />}
    </div>
  );
}

const exported: AccountExport = {
  ...{
    id: '1',
    state: 'done',
    error: null,
    done: 310,
    total: 310,
    remaining_s: null,
    encrypted: false,
    size_bytes: 48_200_000,
    created_by: '2',
  },
  ...{ created_at: '2026-11-27T09:12:00.000Z', expires_at: '2026-12-04T09:13:00.000Z' },
};

function Exports() {
  const unfinished = { size_bytes: null, expires_at: null };
  const files: Array<AccountExport | null> = [
    null,
    { ...exported, ...unfinished, state: 'waiting', done: 0, total: 0 },
    { ...exported, ...unfinished, state: 'running', done: 124, remaining_s: 94 },
    exported,
    { ...exported, id: '3', encrypted: true },
    { ...exported, ...unfinished, state: 'failed', error: 'ENOSPC' },
  ];
  return (
    <div className={styles.stack}>
      {files.map((file) => (
        <ExportState
          key={`${file?.state} ${file?.id}`}
          file={file}
          busy={false}
          onExport={later}
          onCancel={nothing}
          onSave={nothing}
        />
      ))}
    </div>
  );
}

function Server() {
  return (
    <div className={styles.stack}>
      <ServerFacts status={quietServer} />
      <ServerFacts
        status={{
          ...quietServer,
          problems: ['disk_full', 'sends_late', 'backup_old'],
          fault: 'could not extend file "base/16384/16622": No space left on device',
          disk: { free_bytes: 12e6, total_bytes: 80e9 },
          sends: { waiting: 4_812, oldest_s: 1_260, without_outcome: 3 },
          backup_age_s: 400_000,
        }}
      />
    </div>
  );
}

function FirstSteps() {
  return (
    <div className={styles.stack}>
      <Checks
        checklist={checklist('connect_number', 'test_message')}
        memberRole="User"
        folded={false}
        onDismiss={nothing}
      />
    </div>
  );
}

function Facts() {
  const { t } = useLingui();
  return (
    <div className={styles.stack}>
      <Section id="gallery-facts" title={t`Signing in`} lead={t`A line about all of it.`}>
        <Fact name={t`Email`} action={<Button size="sm">{t`Change`}</Button>}>
          <bdi>maximiliane.freifrau.von.hohenstein-lueders@kestrel.example</bdi>
          <Badge tone="warn">{t`Not confirmed`}</Badge>
        </Fact>
        <Fact name={t`Device`}>
          <IconDeviceMobile {...icon} /> <bdi>ليلى</bdi>
        </Fact>
      </Section>
      <AppearanceSection />
    </div>
  );
}

function SavedFields() {
  const { t } = useLingui();
  const field = { autoComplete: 'off', name: 'gallery', help: t`Saved as you leave it.` };
  return (
    <div className={styles.stack}>
      <SavedField {...field} label={t`Name`} saved="Dana Whitfield" empty={t`Enter a name.`} save={later} />
      <SavedField {...field} label={t`A field that is refused`} saved="佐藤 美咲" save={refused} />
    </div>
  );
}

function Business() {
  const { t } = useLingui();
  const values = { name: '', country: 'GB', time_zone: 'Europe/London', industry: '', website: 'x', team_size: '' };
  const errors = { name: t`Enter the name your customers know.`, form: t`Something about all of it is wrong.` };
  return (
    <div className={styles.stack}>
      <BusinessForm values={values} fieldErrors={errors} onChange={nothing} onSubmit={later}>
        <p>
          <Button type="submit" variant="filled">{t`Continue`}</Button>
        </p>
      </BusinessForm>
    </div>
  );
}

function FirstText() {
  const { t } = useLingui();
  return (
    <div className={styles.stack}>
      <ExampleMessage who="ليلى حداد" words="مرحبا! هل أنتم مفتوحون اليوم؟" />
      <ExampleMessage who={t`You`} words={t`Hello! Yes, until six. How can we help?`} ours />
    </div>
  );
}
