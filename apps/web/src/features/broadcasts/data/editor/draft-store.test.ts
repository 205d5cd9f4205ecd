import type { Campaign, ChangeCampaignBody, CreateCampaignBody } from '@parley/contract/types';
import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../../../platform/errors.ts';
import { sampleCampaign } from '../sample-campaigns.ts';
import { draftOf, newDraft } from './draft.ts';
import { DraftStore } from './draft-store.ts';
import type { LocalDraft } from './local-draft.ts';

const id = 'draft';
const fresh = newDraft('Broadcast - 22 Nov', { id: 'channel', sandbox: false });

/** The drafts of the server and the device, with the API's rules: repeated ids, versions, trimmed names. */
function world() {
  let row: Campaign | null = null;
  let calls = 0;
  let answersLost = 0;
  const device = new Map<string, LocalDraft>();
  const refused = (code: 'id_conflict' | 'version_conflict') =>
    new ApiError({ status: 409, code, message: code, data: [], requestId: null, retryAfterSeconds: null });
  const write = (body: CreateCampaignBody | ChangeCampaignBody): Campaign => {
    const before = row ?? sampleCampaign({ ...fresh, id, version: 0 });
    row = { ...before, ...body, id, name: (body.name ?? before.name).trim(), version: before.version + 1 } as Campaign;
    return row;
  };
  const answer = (written: Campaign): Campaign => {
    if (answersLost-- > 0) throw new NetworkError('offline');
    return written;
  };
  const open = () => {
    const store = new DraftStore(id, row, device.get(id) ?? null, fresh, {
      read: async () => {
        if (row === null) throw new Error('nothing to read');
        return row;
      },
      create: async (body) => {
        calls += 1;
        if (row !== null) throw refused('id_conflict');
        return answer(write(body));
      },
      change: async (_id, body) => {
        calls += 1;
        if (body.version !== row?.version) throw refused('version_conflict');
        return answer(write(body));
      },
      saveLocal: (which, kept) => device.set(which, kept),
      deleteLocal: (which) => device.delete(which),
      defaultName: () => fresh.name,
    });
    store.start();
    return store;
  };
  return {
    open,
    device,
    row: () => row,
    calls: () => calls,
    loseAnswers: (count: number) => {
      answersLost = count;
    },
    /** Another user saves. */
    byAnother: (body: ChangeCampaignBody) => write(body),
  };
}

test('opening a page creates nothing', async () => {
  const { open, row, calls } = world();
  const store = open();
  expect(await store.flush()).toBe(true);
  store.end();
  expect(row()).toBeNull();
  expect(calls()).toBe(0);
});

test('a new draft that was not changed is saved when that is asked for', async () => {
  const { open, row, device } = world();
  const store = open();
  expect(await store.saveNow()).toBe(true);
  expect(row()?.name).toBe(fresh.name);
  expect(device.size).toBe(0);
});

test('a change is on the device immediately and on the server afterwards', async () => {
  const { open, row, device } = world();
  const store = open();
  store.change({ purpose: 'Winter ' });
  expect(device.get(id)?.draft.purpose).toBe('Winter ');
  expect(await store.flush()).toBe(true);
  expect(row()?.purpose).toBe('Winter ');
  expect(device.size).toBe(0);
  expect(store.state().save.kind).toBe('saved');
});

test('a text that the server trims is not sent again and again', async () => {
  const { open, row, calls } = world();
  const store = open();
  store.change({ name: 'Autumn ' });
  await store.flush();
  expect(row()?.name).toBe('Autumn');
  await store.flush();
  expect(calls()).toBe(1);
  expect(store.state().draft.name).toBe('Autumn ');
});

test('changes that an earlier tab did not save are saved by the next', async () => {
  const { open, row, device } = world();
  const first = open();
  first.change({ purpose: 'Winter' });
  // The tab is killed: only the device has the draft.
  const kept = device.get(id);
  const second = open();
  expect(second.state().draft.purpose).toBe('Winter');
  expect(kept?.base).toBeNull();
  expect(await second.flush()).toBe(true);
  expect(row()?.purpose).toBe('Winter');
  first.end();
  second.end();
});

test('when the response to the first save is lost, there is one draft with everything', async () => {
  const { open, row, loseAnswers } = world();
  const store = open();
  loseAnswers(1);
  store.change({ purpose: 'Winter' });
  expect(await store.flush()).toBe(false);
  expect(store.state().save.kind).toBe('offline');
  store.change({ name: 'Tyres' });
  expect(await store.flush()).toBe(true);
  expect(row()).toMatchObject({ name: 'Tyres', purpose: 'Winter' });
});

test('a change whose response was lost with the tab is found saved by the next', async () => {
  const { open, row, device, loseAnswers } = world();
  const first = open();
  first.change({ purpose: 'Winter' });
  await first.flush();
  loseAnswers(1);
  first.change({ purpose: 'Spring' });
  expect(await first.flush()).toBe(false);
  first.end();
  const second = open();
  expect(await second.flush()).toBe(true);
  expect(second.state().save.kind).toBe('saved');
  expect(row()?.purpose).toBe('Spring');
  expect(device.size).toBe(0);
});

test('another user changed another part: both changes are kept', async () => {
  const { open, row, byAnother } = world();
  const store = open();
  store.change({ purpose: 'Winter' });
  await store.flush();
  byAnother({ name: 'Theirs' });
  store.change({ purpose: 'Spring' });
  await store.flush();
  expect(await store.flush()).toBe(true);
  expect(row()).toMatchObject({ name: 'Theirs', purpose: 'Spring' });
});

test.each([
  [true, 'Mine'],
  [false, 'Theirs'],
])('changes to the same part are saved only after the user chose (mine: %s)', async (mine, name) => {
  const { open, row, byAnother } = world();
  const store = open();
  store.change({ name: 'First' });
  await store.flush();
  byAnother({ name: 'Theirs' });
  store.change({ name: 'Mine' });
  await store.flush();
  expect(store.state().save).toMatchObject({ kind: 'conflict', conflicts: ['name'] });
  expect(row()?.name).toBe('Theirs');
  store.resolveConflict(mine);
  expect(await store.flush()).toBe(true);
  expect(row()?.name).toBe(name);
  expect(store.state().draft.name).toBe(name);
});

test('versions from the feed are shown when there are no local changes', async () => {
  const { open, byAnother } = world();
  const store = open();
  store.change({ name: 'First' });
  await store.flush();
  store.receive(byAnother({ name: 'Theirs' }));
  expect(store.state().draft.name).toBe('Theirs');
  expect(draftOf(byAnother({})).name).toBe('Theirs');
});
