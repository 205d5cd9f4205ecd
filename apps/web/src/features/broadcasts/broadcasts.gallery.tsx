import { useLingui } from '@lingui/react/macro';
import { listTemplateVariables } from '@parley/contract/template-fill';
import type { AbTest, AudienceCheck, CampaignFile, Template } from '@parley/contract/types';
import { type ReactNode, useState } from 'react';
import { NetworkError } from '../../platform/errors.ts';
import { QueryScope } from '../../platform/query.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { sampleAccount, sampleChannels } from '../inbox/public.ts';
import { AccountProvider } from '../sync/public.ts';
import { AbTestFields } from './components/editor/ab-test-fields.tsx';
import { ChosenFile } from './components/editor/chosen-file.tsx';
import { DraftGone } from './components/editor/draft-gone.tsx';
import { PriceEstimate } from './components/editor/price-estimate.tsx';
import { SaveNote } from './components/editor/save-note.tsx';
import { StepFrame } from './components/editor/step-frame.tsx';
import { AudienceSummary, MessageSummary, WhenSummary } from './components/editor/summaries.tsx';
import { Summary } from './components/editor/summary.tsx';
import { VariableTable } from './components/editor/variable-table.tsx';
import { WhenStep } from './components/editor/when-step.tsx';
import { suggestedTest } from './data/editor/ab-test.ts';
import { newDraft } from './data/editor/draft.ts';
import { DraftStore, type SaveState } from './data/editor/draft-store.ts';
import type { Broadcast } from './data/editor/use-broadcast.ts';
import { sampleCampaign } from './data/sample-campaigns.ts';

const account = sampleAccount([], []);
const nothing = () => undefined;
const never = () => new Promise<never>(nothing);
const template: Template = {
  id: 'template',
  waba_id: '102290129340398',
  name: 'autumn_service',
  language: 'en_GB',
  category: 'MARKETING',
  status: 'ACTIVE',
  status_reason: null,
  status_at: null,
  paused_until: null,
  next_category: null,
  next_category_at: null,
  draft: null,
  quality: null,
  parameter_format: 'POSITIONAL',
  message_send_ttl_seconds: null,
  components: [
    { type: 'BODY', text: 'Hello {{1}}, before the wet months: a full service for {{2}} until {{3}}.' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Stop these messages' }] },
  ],
  fetched_at: '2026-11-20T09:00:00.000Z',
  version: 1,
};
const check: AudienceCheck = {
  total: 4_213,
  will_receive: 4_102,
  excluded: [
    { reason: 'opted_out', count: 64 },
    { reason: 'marketed_lately', count: 31 },
    { reason: 'invalid_number', count: 4 },
  ],
  duplicates: 12,
  links: [],
  missing: [{ key: 'body.2', count: 218 }],
  seconds: 52,
  price: {
    ...{ currency: 'GBP', low: 218.4, high: 235.04, delivered_percent: 92.9, rates_from: '2026-10-01' },
    ...{ without_rate: 24, sandbox: false },
    by_country: [
      { country: 'GB', category: 'marketing', count: 3_978, low: 211.76, high: 227.94 },
      { country: 'IE', category: 'marketing', count: 100, low: 6.64, high: 7.1 },
      { country: 'DE', category: 'marketing', count: 24, low: null, high: null },
    ],
    budget: {
      ...{ budget: 500, used: 210, warn_percent: 80, month: '2026-11-01', state: 'warning', start_over_budget: false },
    },
  },
  countries: [{ country: 'GB', count: 4_102 }],
  zones: [],
};

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  const scoped = (states: ReactNode) => (
    <AccountProvider value={account}>
      <QueryScope>{states}</QueryScope>
    </AccountProvider>
  );
  return [
    { id: 'broadcast-saving', title: t`Whether a draft is kept`, states: <Saving /> },
    { id: 'broadcast-steps', wide: true, title: t`Steps of a broadcast`, states: scoped(<Steps />) },
    { id: 'broadcast-variables', wide: true, title: t`What variables are filled with`, states: scoped(<Variables />) },
    { id: 'broadcast-file', wide: true, title: t`A file of recipients`, states: scoped(<Files />) },
    { id: 'broadcast-ab-test', wide: true, title: t`A second message to compare`, states: scoped(<AbTests />) },
    { id: 'broadcast-price', wide: true, title: t`What a broadcast will cost`, states: scoped(<Prices />) },
    { id: 'broadcast-no-draft', wide: true, title: t`A draft that is not there`, states: <DraftGone /> },
  ];
}

/** A draft that is complete except for one variable. */
function useSample(): Broadcast & { store: DraftStore } {
  const [channel] = sampleChannels;
  const [store] = useState(() => {
    const draft = {
      ...newDraft('Autumn service week', { id: channel?.id ?? 'channel', sandbox: false }),
      template_id: template.id,
      audience: { contact_list_ids: ['list'] },
      variables: { 'body.1': { field: 'FIRST_NAME', fallback: 'there' }, 'body.2': { field: 'Bike' } },
      schedule: {
        at: '2026-11-24T09:00:00.000Z',
        window: { from: '09:00', to: '20:00' },
        spread_hours: 4,
        per_day: 2_000,
      },
    };
    const deps = {
      read: never,
      create: never,
      change: never,
      saveLocal: nothing,
      deleteLocal: nothing,
      defaultName: () => '',
    };
    return new DraftStore('sample', sampleCampaign(), { draft, base: null }, draft, deps);
  });
  return {
    store,
    state: store.state(),
    channel,
    templates: [template],
    templatesError: null,
    readTemplates: nothing,
    template,
    templateVariables: listTemplateVariables(template),
    customFields: ['Bike'],
    file: { row: null, isGone: false },
    counting: { check, counting: false, error: null, recount: never },
    problems: [
      { step: 'message', kind: 'missing', key: 'body.2', count: 218 },
      { step: 'message', kind: 'source', key: 'body.3' },
    ],
    zone: 'Europe/London',
  };
}

function Saving() {
  const { store } = useSample();
  const saves: SaveState[] = [
    { kind: 'untouched' },
    { kind: 'saving' },
    { kind: 'saved' },
    { kind: 'offline' },
    { kind: 'refused', error: new NetworkError('offline') },
  ];
  return saves.map((save) => (
    <p key={save.kind}>
      <SaveNote store={store} save={save} />
    </p>
  ));
}

function Steps() {
  const { t } = useLingui();
  const broadcast = useSample();
  const step = { onToggle: nothing, next: null };
  return (
    <div style={{ inlineSize: '100%' }}>
      <StepFrame
        {...step}
        step="audience"
        number={2}
        title={t`Audience`}
        isDone
        isOpen={false}
        summary={<AudienceSummary broadcast={broadcast} />}
      >
        {null}
      </StepFrame>
      <StepFrame
        {...step}
        step="message"
        number={3}
        title={t`Message`}
        isDone={false}
        isOpen={false}
        summary={<MessageSummary broadcast={broadcast} />}
      >
        {null}
      </StepFrame>
      <StepFrame
        {...step}
        step="when"
        number={4}
        title={t`When`}
        isDone
        isOpen
        summary={<WhenSummary broadcast={broadcast} />}
        next={{ title: t`Check and send`, go: nothing }}
      >
        <WhenStep broadcast={broadcast} />
      </StepFrame>
      <Summary broadcast={broadcast} />
    </div>
  );
}

function Variables() {
  const broadcast = useSample();
  const contact = { contact_id: 'ana', name: 'Amara Okafor', phone_number: null, values: { 'body.1': 'Amara' } };
  return <VariableTable broadcast={broadcast} contact={contact} />;
}

const file: CampaignFile = {
  ...{ id: 'file', name: 'parcels-november.csv', state: 'ready', format: 'csv', encoding: 'utf-8', delimiter: ',' },
  ...{ has_header: true, received_bytes: 84_210, phone_column: 0, code_column: null, name_column: 1, rows: 1_204 },
  ...{ good: 1_180, invalid: 18, duplicates: 6, error: null, purged: false, created_by: 'ana' },
  created_at: '2026-11-20T09:00:00.000Z',
  columns: ['Phone', 'Name', 'Parcel'].map((name) => ({ name, samples: [] })),
};

function Files() {
  const { t } = useLingui();
  const states: { key: string; row: CampaignFile | null; isGone: boolean }[] = [
    { key: 'ready', row: file, isGone: false },
    { key: 'reading', row: { ...file, state: 'reading', rows: 612 }, isGone: false },
    { key: 'mapping', row: { ...file, state: 'mapping', phone_column: null, good: 0 }, isGone: false },
    { key: 'none', row: { ...file, good: 0, invalid: 1_204, duplicates: 0 }, isGone: false },
    {
      key: 'failed',
      row: {
        ...file,
        state: 'failed',
        columns: [],
        error: t`Broken quotes at line 12: a cell with quotes must begin and end with them.`,
      },
      isGone: false,
    },
    { key: 'gone', row: null, isGone: true },
  ];
  return (
    <div style={{ display: 'grid', gap: '24px', inlineSize: '100%' }}>
      {states.map(({ key, ...state }) => (
        <ChosenFile key={key} id={file.id} file={state} mayUpload onRemove={nothing} />
      ))}
    </div>
  );
}

function AbTests() {
  const broadcast = useSample();
  const tests: AbTest[] = [
    { ...suggestedTest, template_id: template.id, variables: { 'body.1': { field: 'NAME' } } },
    { ...suggestedTest, percent: 50 },
  ];
  return tests.map((test) => (
    <div key={test.percent} style={{ inlineSize: '100%' }}>
      <AbTestFields broadcast={broadcast} test={test} />
    </div>
  ));
}

function Prices() {
  const { price } = check;
  if (price === null) return null;
  const { budget } = price;
  return (
    <>
      <PriceEstimate price={price} />
      <PriceEstimate price={{ ...price, budget: budget && { ...budget, used: 480, state: 'exceeded' } }} />
      <PriceEstimate price={{ ...price, low: price.high, delivered_percent: null, sandbox: true, budget: null }} />
      <PriceEstimate price={{ ...price, currency: null }} />
    </>
  );
}
