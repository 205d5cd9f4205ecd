import type { Campaign, ChangeCampaignBody, CreateCampaignBody } from '@parley/contract/types';
import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../../platform/errors.ts';
import { sampleCampaign } from '../sample-campaigns.ts';
import { draftOf, freshDraft } from './draft.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { KeptDraft } from './kept-draft.ts';

const id = 'draft';
const fresh = freshDraft('Broadcast - 22 Nov', { id: 'channel', sandbox: false });

/** The server's book and the device's, as the API keeps them: same id twice, versions, names without blanks around. */
function world() {
  let row: Campaign | null = null;
  let calls = 0;
  let answersLost = 0;
  const device = new Map<string, KeptDraft>();
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
    const keeper = new DraftKeeper(id, row, device.get(id) ?? null, fresh, {
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
      keep: (which, kept) => device.set(which, kept),
      forget: (which) => device.delete(which),
      otherwise: () => fresh.name,
    });
    keeper.start();
    return keeper;
  };
  return {
    open,
    device,
    row: () => row,
    calls: () => calls,
    loseAnswers: (count: number) => {
      answersLost = count;
    },
    /** Somebody else saves. */
    byAnother: (body: ChangeCampaignBody) => write(body),
  };
}

test('opening a page makes nothing', async () => {
  const { open, row, calls } = world();
  const keeper = open();
  expect(await keeper.flush()).toBe(true);
  keeper.end();
  expect(row()).toBeNull();
  expect(calls()).toBe(0);
});

test('a change is on the device at once and at the server after', async () => {
  const { open, row, device } = world();
  const keeper = open();
  keeper.change({ purpose: 'Winter ' });
  expect(device.get(id)?.draft.purpose).toBe('Winter ');
  expect(await keeper.flush()).toBe(true);
  expect(row()?.purpose).toBe('Winter ');
  expect(device.size).toBe(0);
  expect(keeper.state().save.kind).toBe('saved');
});

test('a text that the server writes without blanks is not told again and again', async () => {
  const { open, row, calls } = world();
  const keeper = open();
  keeper.change({ name: 'Autumn ' });
  await keeper.flush();
  expect(row()?.name).toBe('Autumn');
  await keeper.flush();
  expect(calls()).toBe(1);
  expect(keeper.state().draft.name).toBe('Autumn ');
});

test('what an earlier tab did not get to tell is told by the next', async () => {
  const { open, row, device } = world();
  const first = open();
  first.change({ purpose: 'Winter' });
  // The tab is killed: only the device knows.
  const kept = device.get(id);
  const second = open();
  expect(second.state().draft.purpose).toBe('Winter');
  expect(kept?.base).toBeNull();
  expect(await second.flush()).toBe(true);
  expect(row()?.purpose).toBe('Winter');
  first.end();
  second.end();
});

test('when the answer to the first save is lost, one draft is there and it has everything', async () => {
  const { open, row, loseAnswers } = world();
  const keeper = open();
  loseAnswers(1);
  keeper.change({ purpose: 'Winter' });
  expect(await keeper.flush()).toBe(false);
  expect(keeper.state().save.kind).toBe('offline');
  keeper.change({ name: 'Tyres' });
  expect(await keeper.flush()).toBe(true);
  expect(row()).toMatchObject({ name: 'Tyres', purpose: 'Winter' });
});

test('somebody else changed another part: both are kept', async () => {
  const { open, row, byAnother } = world();
  const keeper = open();
  keeper.change({ purpose: 'Winter' });
  await keeper.flush();
  byAnother({ name: 'Theirs' });
  keeper.change({ purpose: 'Spring' });
  await keeper.flush();
  expect(await keeper.flush()).toBe(true);
  expect(row()).toMatchObject({ name: 'Theirs', purpose: 'Spring' });
});

test.each([
  [true, 'Mine'],
  [false, 'Theirs'],
])('of the same part nothing is saved before somebody chose (mine: %s)', async (mine, name) => {
  const { open, row, byAnother } = world();
  const keeper = open();
  keeper.change({ name: 'First' });
  await keeper.flush();
  byAnother({ name: 'Theirs' });
  keeper.change({ name: 'Mine' });
  await keeper.flush();
  expect(keeper.state().save).toMatchObject({ kind: 'conflict', both: ['name'] });
  expect(row()?.name).toBe('Theirs');
  keeper.settle(mine);
  expect(await keeper.flush()).toBe(true);
  expect(row()?.name).toBe(name);
  expect(keeper.state().draft.name).toBe(name);
});

test('what the feed tells is shown where nothing was changed here', async () => {
  const { open, byAnother } = world();
  const keeper = open();
  keeper.change({ name: 'First' });
  await keeper.flush();
  keeper.told(byAnother({ name: 'Theirs' }));
  expect(keeper.state().draft.name).toBe('Theirs');
  expect(draftOf(byAnother({})).name).toBe('Theirs');
});
