/** The state of a recipient: each has exactly one. */
export const recipientStates = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'READ',
  'FAILED',
  'UNKNOWN',
  'SKIPPED',
  'CAPPED',
] as const;
export type RecipientState = (typeof recipientStates)[number];
