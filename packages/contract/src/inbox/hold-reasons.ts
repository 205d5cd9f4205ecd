/** Why a message is on hold instead of being sent: `held_reason`. */
export const holdReasons = [
  'blocked',
  'campaign_cancelled',
  'campaign_paused',
  'channel_removed',
  'group_closed',
  'marketing_capped',
  'marketing_limit',
  'not_a_test_phone',
  'not_in_groups',
  'opted_out',
  'restored',
  'suppressed',
  'template_not_active',
  'window_closed',
] as const;
export type HoldReason = (typeof holdReasons)[number];
