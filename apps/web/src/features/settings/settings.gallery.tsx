import { useLingui } from '@lingui/react/macro';
import type { InstallationStatus } from '@parley/contract/types';
import { IconDeviceMobile } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { icon } from '../../ui/icon.ts';
import { BusinessForm } from './components/business/business-form.tsx';
import { Checks } from './components/checklist/checklist-card.tsx';
import { AppearanceSection } from './components/personal/appearance-section.tsx';
import { SavedField } from './components/personal/saved-field.tsx';
import { Fact, Section } from './components/personal/section.tsx';
import { ServerFacts } from './components/server/server-status.tsx';
import { ExampleMessage } from './components/setup/first-message.tsx';
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
    { id: 'server', title: t`The state of a server`, states: <Server /> },
    { id: 'first-message', title: t`First message`, states: <FirstText /> },
  ];
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
};

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
