import { useLingui } from '@lingui/react/macro';
import type { FilterCondition } from '@parley/contract/types';
import { useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { FieldLine } from './components/attributes/field-line.tsx';
import { ColorChoice } from './components/color-choice.tsx';
import { ConditionLine } from './components/condition-line.tsx';
import { ListsCell, NameCell, OptInCell, PhoneCell, TimeCell } from './components/contact-cells.tsx';
import { NoContacts, NoMatches } from './components/empty-contacts.tsx';
import { FieldValueInput } from './components/field-value-input.tsx';
import { PreviewTable } from './components/import/preview-table.tsx';
import { RowCounts, type RowGroup } from './components/import/row-counts.tsx';
import { StepBar } from './components/import/step-bar.tsx';
import { ListDot } from './components/list-dot.tsx';
import { MergeChoices } from './components/merge/merge-choices.tsx';
import { ReceiptList } from './components/privacy/erasure-receipts.tsx';
import { RetentionDialog, RetentionSummary } from './components/privacy/retention-rule.tsx';
import { contactName } from './data/contact-name.ts';
import type { Step } from './data/import/steps.ts';
import { sampleContact, sampleFields, sampleImport, sampleLists, sampleReceipts } from './data/sample-contacts.ts';

const nothing = () => undefined;

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'contacts-cells', wide: true, title: t`What a row of contacts says`, states: <Cells /> },
    { id: 'contacts-lists', title: t`Lists and their colours`, states: <Lists /> },
    { id: 'contacts-conditions', wide: true, title: t`Conditions of a filter`, states: <Conditions /> },
    { id: 'contacts-values', title: t`Values of own fields`, states: <Values /> },
    { id: 'contacts-attributes', wide: true, title: t`Custom attributes`, states: <Attributes /> },
    { id: 'contacts-empty', wide: true, title: t`No contacts`, states: <Empty /> },
    {
      id: 'contacts-import',
      wide: true,
      title: t`Steps of an import and what becomes of its rows`,
      states: <Import />,
    },
    { id: 'contacts-merge', title: t`One contact of several`, states: <Merge /> },
    { id: 'contacts-privacy', wide: true, title: t`How long messages are kept, and receipts`, states: <Privacy /> },
  ];
}

function Cells() {
  const sampleContacts = [
    sampleContact(),
    sampleContact({ id: 'b', name: 'ليلى حداد', contact_list_ids: ['gone'], opted_in_at: null, last_message_at: null }),
    sampleContact({ id: 'c', name: '', phone_number: null, username: 'mei.tanaka', contact_list_ids: [] }),
    sampleContact({ id: 'd', name: 'Bartholomew Featherstonehaugh', phone_number: null, phone_masked: '+44 •••• 118' }),
    sampleContact({ id: 'e', name: '佐藤 美咲', opted_out_at: '2026-11-01T09:00:00.000Z' }),
  ];
  return sampleContacts.map((contact) => (
    <span
      key={contact.id}
      style={{
        display: 'grid',
        gridTemplateColumns: '28px 1fr 1fr 1.5fr 1fr 80px',
        gap: 12,
        inlineSize: '100%',
        alignItems: 'center',
      }}
    >
      <Avatar name={contactName(contact)} seed={contact.id} size="sm" />
      <NameCell contact={contact} />
      <PhoneCell contact={contact} />
      <ListsCell ids={contact.contact_list_ids} lists={sampleLists} />
      <span>
        <OptInCell contact={contact} />
      </span>
      <TimeCell at={contact.last_message_at} />
    </span>
  ));
}

function Lists() {
  const [color, setColor] = useState<(typeof sampleLists)[number]['color']>('teal');
  return (
    <>
      {sampleLists.map((list) => (
        <span key={list.id} style={{ display: 'flex', alignItems: 'center' }}>
          <ListDot color={list.color} />
          <bdi>{list.name}</bdi>
        </span>
      ))}
      <ColorChoice value={color} onChange={setColor} />
    </>
  );
}

function Conditions() {
  const [conditions, setConditions] = useState<FilterCondition[]>([
    { field: 'name', op: 'contains', value: 'ada' },
    { field: 'last_message_at', op: 'after', value: '-90d' },
    { field: 'list', op: 'in_list', value: sampleLists[0]?.id ?? '' },
    { field: 'custom:Plan until', op: 'before', value: '2027-03-31' },
  ]);
  return conditions.map((condition, place) => (
    <div key={condition.field} style={{ inlineSize: '100%' }}>
      <ConditionLine
        condition={condition}
        lists={sampleLists}
        fields={sampleFields}
        masked={false}
        onChange={(next) => setConditions(conditions.with(place, next))}
        onRemove={nothing}
      />
    </div>
  ));
}

function Values() {
  const { t } = useLingui();
  const [values, setValues] = useState(['Heron 5, 2024', '2027-03-31', 'Station']);
  return sampleFields.map((field, place) => (
    <FieldValueInput
      key={field.name}
      field={field}
      label={t`Value of ${field.name}`}
      value={values[place] ?? ''}
      onChange={(value) => setValues(values.with(place, value))}
    />
  ));
}

function Attributes() {
  return (
    <ul style={{ inlineSize: '100%', margin: 0, padding: 0, listStyle: 'none' }}>
      {sampleFields.map((field, place) => (
        <FieldLine
          key={field.name}
          field={field}
          manages={place !== 1}
          first={place === 0}
          last={place === sampleFields.length - 1}
          onMove={nothing}
          onEdit={nothing}
          onDelete={nothing}
          uses={field.used_in_segments > 0 ? [{ kind: 'segment', id: field.name, name: 'Plans that end soon' }] : []}
          onUses={nothing}
          onShow={nothing}
        />
      ))}
    </ul>
  );
}

function Empty() {
  return (
    <>
      <NoContacts view={{ kind: 'all' }} adds onAdd={nothing} />
      <NoContacts view={{ kind: 'list', listId: 'x' }} adds={false} onAdd={nothing} />
      <NoContacts view={{ kind: 'recent' }} adds onAdd={nothing} />
      <NoMatches onClear={nothing} />
    </>
  );
}

function Import() {
  const [step, setStep] = useState<Step>('map');
  const [group, setGroup] = useState<RowGroup>('invalid');
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: '100%' }}>
      <StepBar row={sampleImport} step={step} goTo={(to) => setStep(to.step)} />
      <RowCounts counts={sampleImport.check} shown={group} onShow={setGroup} />
      <PreviewTable
        header={['Phone', 'Full name', 'المدينة']}
        rows={[
          ['+44 7700 900118', 'Amara Okafor', 'Leeds'],
          ['077 00 9001', '佐藤 美咲', ''],
          ['', 'Bartholomew Featherstonehaugh', 'حلب'],
        ]}
      />
    </div>
  );
}

function Merge() {
  const sampleContacts = [
    sampleContact(),
    sampleContact({ id: '01890000-0000-7000-8000-0000000000e2', name: 'Amara O.', phone_number: '447700900119' }),
  ];
  const [survivorId, setSurvivorId] = useState(sampleContacts[0]?.id ?? '');
  const [choices, setChoices] = useState<Record<string, string>>({});
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: '100%' }}>
      <MergeChoices
        contacts={sampleContacts}
        survivorId={survivorId}
        choices={choices}
        onSurvivorChange={setSurvivorId}
        onChoice={(key, contactId) => setChoices({ ...choices, [key]: contactId })}
      />
    </div>
  );
}

function Privacy() {
  const [asked, setAsked] = useState<number | null | undefined>(undefined);
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: '100%' }}>
      <RetentionSummary days={null} onChange={() => setAsked(null)} />
      <RetentionSummary days={365} onChange={() => setAsked(365)} />
      {asked !== undefined && <RetentionDialog days={asked} onClose={() => setAsked(undefined)} />}
      <ReceiptList receipts={sampleReceipts} actorName={() => 'Olga Brandt'} />
    </div>
  );
}
