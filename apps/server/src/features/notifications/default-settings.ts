import type { NotificationRoads, NotificationSettings } from '@parley/contract/types';

const roads = (in_app: boolean, desktop: boolean, phone: boolean, email: boolean): NotificationRoads => ({
  in_app,
  desktop,
  phone,
  email,
});

/** What a member is told who chose nothing. */
export const defaultSettings: NotificationSettings = {
  rules: {
    mine: roads(true, true, true, true),
    mention: roads(true, true, true, true),
    unassigned: roads(true, true, false, false),
    other: roads(false, false, false, false),
    assigned: roads(true, true, true, false),
    failed: roads(true, true, false, false),
  },
  quiet: { on: false, from: '19:00', to: '08:00', days: [], time_zone: 'UTC' },
  sound: true,
  digest_minutes: 30,
};
