import { useLingui } from '@lingui/react/macro';
import type { HistoryImport } from '@parley/contract/types';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { ImportProgress } from './components/import-progress.tsx';
import { OtherParley } from './components/other-parley.tsx';
import { ReadyTool } from './components/ready-tool.tsx';
import { WhatComes } from './components/what-comes.tsx';

const id = '01900000-0000-7000-8000-000000000001';
const at = '2026-11-19T09:00:00.000Z';
const found = { contacts: 1_240, threads: 1_240, messages: 84_210, notes: 310, files: 5_022, replies: 24 };
const base: HistoryImport = {
  ...{
    id,
    name: 'history.zip',
    state: 'running',
    format: 'parley',
    channel_id: id,
    received_bytes: 1,
    chat: null,
    source: null,
    trial: false,
  },
  ...{ found, imported: { contacts: 96, threads: 100, messages: 6_120, notes: 12, files: 390, replies: 0 }, known: 18 },
  ...{ skipped: [], done: 6_150, per_s: 640, remaining_s: 123, error: null, undo_until: null },
  ...{ created_by: id, created_at: at, ended_at: null },
};
const source: NonNullable<HistoryImport['source']> = {
  ...{
    tool: 'chatwoot',
    url: 'https://chat.kestrel.example',
    account: 'Kestrel Cycles',
    read: 1_204,
    waiting_until: null,
  },
  inboxes: [
    { id: 1, name: 'WhatsApp', kind: 'whatsapp', conversations: 5_120, chosen: true },
    { id: 2, name: 'Workshop bridge', kind: 'api', conversations: 310, chosen: false },
    { id: 3, name: 'Website', kind: 'other', conversations: 88, chosen: false },
  ],
};
const unbroken = 'phone_number:aValueThatNobodyWouldExpectInAFileWithConversationsAndThatHasNoSpaces';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  const error = t`The storage of this account is full. Delete files, then continue.`;
  return [
    {
      id: 'history-import',
      title: t`Import of conversations`,
      states: (
        <>
          <ImportProgress row={base} />
          <ImportProgress row={{ ...base, state: 'paused', per_s: null, remaining_s: null, error, undo_until: at }} />
          <ImportProgress row={{ ...base, state: 'tried', undo_until: at }} />
          <ImportProgress
            row={{
              ...{ ...base, state: 'done', imported: found, done: 84_560, undo_until: at, ended_at: at },
              skipped: [
                { reason: t`The message is empty`, count: 31 },
                { reason: unbroken, count: 9 },
              ],
            }}
          />
          <ImportProgress row={{ ...base, format: 'chatwoot', source: { ...source, waiting_until: at } }} />
          <WhatComes tool="wati" />
          <OtherParley />
          <ReadyTool row={{ ...base, state: 'ready', source }} source={source} onCancel={() => undefined} />
        </>
      ),
    },
  ];
}
