import { unrestricted } from '@parley/contract/permissions';
import { expect, test } from 'vitest';
import { activeLimits } from './member-limits.ts';

test('only limits that apply are listed', () => {
  expect(activeLimits(unrestricted)).toEqual([]);
  expect(activeLimits({ ...unrestricted, no_export: true })).toEqual(['no_export']);
  // No channel at all is a limit too; null means every channel.
  expect(activeLimits({ ...unrestricted, channel_ids: [] })).toEqual(['channel_ids']);
});
