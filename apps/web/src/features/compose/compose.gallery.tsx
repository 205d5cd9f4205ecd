import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { useState } from 'react';
import { QueryScope } from '../../platform/query.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { sampleAccount } from '../inbox/public.ts';
import { AccountProvider } from '../sync/public.ts';
import { sampleTemplates } from '../templates/public.ts';
import { NewContacts } from './components/new-contacts.tsx';
import { PreviewPane } from './components/preview-pane.tsx';
import { RecipientField } from './components/recipient-field.tsx';
import { VariableTable } from './components/variable-table.tsx';
import { emptyDraft, type VariableSource } from './data/draft.ts';
import { sourcesOf } from './data/messages.ts';
import type { ComposeTarget, RecipientStatus } from './data/use-targets.ts';

const nothing = () => undefined;
const nobody = sampleAccount([], []);
const [template] = sampleTemplates;

function target(name: string, digits: string | null, status: RecipientStatus): ComposeTarget {
  const contact = status === 'known' ? ({ id: name, name } as Partial<Contact> as Contact) : null;
  return {
    recipient: { key: digits ?? name, typed: name, digits, contactId: null },
    name,
    variableContact: { name: contact === null ? '' : name, phone_number: digits, custom_fields: {} },
    isWindowOpen: false,
    status: status,
    contact,
    thread: null,
  };
}

const targets = [
  target('Amara Okafor', '447700900118', 'known'),
  target('+44 7700 900119', '447700900119', 'new'),
  target('12', null, 'invalid'),
  target('+44 7700 900119', '447700900119', 'duplicate'),
  target('+44 7700 900120', '447700900120', 'looking'),
  target('+44 7700 900121', '447700900121', 'unknown'),
];

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'compose-to', title: t`Whom a message is to`, states: <To /> },
    { id: 'compose-variables', title: t`What fills the variables`, states: <Variables /> },
    { id: 'compose-preview', title: t`What each of them will read`, states: <Preview /> },
  ];
}

function To() {
  const { t } = useLingui();
  return (
    <AccountProvider value={nobody}>
      <QueryScope>
        <RecipientField
          targets={[]}
          digitsOf={null}
          error={t`Choose recipients.`}
          ofSandbox={false}
          onChange={nothing}
          onBroadcast={nothing}
        />
        <RecipientField
          targets={targets}
          digitsOf={null}
          error={null}
          ofSandbox={false}
          onChange={nothing}
          onBroadcast={nothing}
        />
        <NewContacts
          targets={targets.slice(1, 2)}
          draft={{ newContacts: { 447700900119: { name: 'Layla', id: '1' } }, newLists: [] }}
          onChange={nothing}
        />
      </QueryScope>
    </AccountProvider>
  );
}

function Variables() {
  const { t } = useLingui();
  const [sources, setSources] = useState<Record<string, VariableSource>>(() =>
    template === undefined ? {} : sourcesOf(template, undefined, ['Bike']),
  );
  if (template === undefined) return null;
  return (
    <VariableTable
      template={template}
      sources={sources}
      customFields={['Bike']}
      lacks={{ 'body.1': { words: t`Nobody has a value here.`, removable: ['1', '2'] } }}
      onChange={(key, source) => setSources({ ...sources, [key]: source })}
      onLeaveOut={nothing}
    />
  );
}

function Preview() {
  if (template === undefined) return null;
  const chosen = { row: template, sources: sourcesOf(template, undefined, []) };
  return (
    <>
      <PreviewPane draft={emptyDraft} targets={[]} template={null} />
      <div style={{ inlineSize: 360 }}>
        <PreviewPane draft={emptyDraft} targets={targets.slice(0, 2)} template={chosen} />
      </div>
    </>
  );
}
