import type { DeliveryMethods, NotificationSettings } from '@parley/contract/types';

const methods = (in_app: boolean, desktop: boolean, phone: boolean, email: boolean): DeliveryMethods => ({
  in_app,
  desktop,
  phone,
  email,
});

/** What a member is told who chose nothing. */
export const defaultSettings: NotificationSettings = {
  rules: {
    mine: methods(true, true, true, true),
    mention: methods(true, true, true, true),
    unassigned: methods(true, true, false, false),
    other: methods(false, false, false, false),
    assigned: methods(true, true, true, false),
    failed: methods(true, true, false, false),
    closing: methods(true, true, true, false),
    due: methods(true, true, true, false),
    overdue: methods(true, true, true, false),
    broadcast: methods(true, true, true, false),
    bot_loop: methods(true, true, false, true),
    // An email of its own tells of it.
    automation_paused: methods(true, true, true, false),
    call: { desktop: true, phone: true },
  },
  quiet: { on: false, from: '19:00', to: '08:00', days: [], time_zone: 'UTC' },
  sound: true,
  digest_minutes: 3,
};
