import type { Campaign } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { sampleCampaign } from '../sample-campaigns.ts';
import { entriesOf } from './calendar.ts';

describe('the calendar', () => {
  const span = { from: '2026-11-02', to: '2026-11-29' };
  const campaign = (parts: Partial<Campaign>) => sampleCampaign({ started_at: null, ended_at: null, ...parts });

  test('shows what ran, what is planned, and the times ahead of a recurring one', () => {
    const entries = entriesOf(
      [
        campaign({ id: 'ran', started_at: '2026-11-10T09:00:00.000Z' }),
        campaign({ id: 'planned', state: 'SCHEDULED', schedule: { at: '2026-11-12T09:00:00.000Z' } }),
        campaign({ id: 'draft', state: 'DRAFT' }),
        campaign({ id: 'stopped', state: 'CANCELLED', started_at: '2026-11-11T09:00:00.000Z' }),
        campaign({
          id: 'weekly',
          state: 'SCHEDULED',
          schedule: { at: '2026-11-13T12:00:00.000Z', repeat: { every: 'week', days: [5], time: '12:00' } },
        }),
      ],
      'UTC',
      span,
    );
    expect(entries.map(({ key }) => key)).toEqual([
      'ran',
      'planned',
      'weekly 2026-11-13T12:00:00.000Z',
      'weekly 2026-11-20T12:00:00.000Z',
      'weekly 2026-11-27T12:00:00.000Z',
    ]);
  });

  test('of a paused recurring one there is nothing ahead', () => {
    const paused = campaign({
      state: 'PAUSED',
      schedule: { at: '2026-11-13T12:00:00.000Z', repeat: { every: 'month', day: 13, time: '12:00' } },
    });
    expect(entriesOf([paused], 'UTC', span)).toEqual([]);
  });
});
