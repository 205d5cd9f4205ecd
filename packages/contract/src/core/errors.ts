/**
 * Every error code of the API, with its HTTP status and whether the same call may be retried. Clients match codes,
 * never messages. Domain codes of later features are added here, one line each, sorted.
 */
export const errorCodes = {
  'account-exists-with-different-credential': { status: 409, retriable: false },
  account_closed: { status: 409, retriable: false },
  account_exists: { status: 409, retriable: false },
  ai_consent_needed: { status: 409, retriable: false },
  ai_failed: { status: 422, retriable: false },
  ai_limit_reached: { status: 409, retriable: false },
  ai_off: { status: 409, retriable: false },
  already_member: { status: 409, retriable: false },
  assigned_to_other: { status: 409, retriable: false },
  bad_request: { status: 400, retriable: false },
  budget_exceeded: { status: 409, retriable: false },
  campaign_not_ready: { status: 422, retriable: false },
  campaign_state: { status: 409, retriable: false },
  channel_not_found: { status: 422, retriable: false },
  contact_blocked: { status: 422, retriable: false },
  contact_exists: { status: 409, retriable: false },
  cursor_expired: { status: 410, retriable: false },
  forbidden: { status: 403, retriable: false },
  id_conflict: { status: 409, retriable: false },
  import_not_ready: { status: 409, retriable: false },
  in_use: { status: 409, retriable: false },
  internal: { status: 500, retriable: true },
  'invalid-credential': { status: 422, retriable: false },
  invitation_declined: { status: 409, retriable: false },
  invitation_exists: { status: 409, retriable: false },
  invitation_expired: { status: 409, retriable: false },
  invitation_for_another: { status: 409, retriable: false },
  invitation_revoked: { status: 409, retriable: false },
  invitation_used: { status: 409, retriable: false },
  join_request_answered: { status: 409, retriable: false },
  last_owner: { status: 409, retriable: false },
  merge_closed: { status: 409, retriable: false },
  name_taken: { status: 409, retriable: false },
  not_a_test_phone: { status: 422, retriable: false },
  not_discardable: { status: 409, retriable: false },
  not_found: { status: 404, retriable: false },
  not_retriable: { status: 409, retriable: false },
  not_scheduled: { status: 409, retriable: false },
  passkey_copied: { status: 422, retriable: false },
  passkey_exists: { status: 409, retriable: false },
  passkey_expired: { status: 422, retriable: false },
  passkey_origin: { status: 422, retriable: false },
  passkey_unknown: { status: 422, retriable: false },
  payload_too_large: { status: 413, retriable: false },
  range_not_satisfiable: { status: 416, retriable: false },
  request_timeout: { status: 408, retriable: true },
  'requires-recent-login': { status: 403, retriable: false },
  limit_reached: { status: 409, retriable: false },
  member_answers: { status: 409, retriable: false },
  media_refused: { status: 422, retriable: false },
  media_unusable: { status: 422, retriable: false },
  'second-factor-required': { status: 403, retriable: false },
  'second-factor-setup-required': { status: 403, retriable: false },
  'provider-sign-in-required': { status: 403, retriable: false },
  setup_done: { status: 409, retriable: false },
  sign_up_closed: { status: 409, retriable: false },
  simulator_damaged: { status: 503, retriable: false },
  simulator_unavailable: { status: 503, retriable: true },
  storage_full: { status: 409, retriable: false },
  suppressed: { status: 422, retriable: false },
  thread_changed: { status: 409, retriable: false },
  too_many_keys: { status: 409, retriable: false },
  too_many_requests: { status: 429, retriable: true },
  transfer_exists: { status: 409, retriable: false },
  unauthorized: { status: 401, retriable: false },
  unavailable: { status: 503, retriable: true },
  unsupported_media_type: { status: 415, retriable: false },
  'user-disabled': { status: 422, retriable: false },
  validation_failed: { status: 422, retriable: false },
  version_conflict: { status: 409, retriable: false },
  window_closed: { status: 422, retriable: false },
} as const satisfies Record<string, { status: number; retriable: boolean }>;

export type ErrorCode = keyof typeof errorCodes;

/**
 * One invalid field of a request. `field` is a dotted path into the body, query or URL; `id` names a conflicting row,
 * `suggestion` is a valid value.
 */
export type FieldError = { field: string; msg: string; id?: string; suggestion?: string };

/** Why the server is unavailable, where it is more than a restart: only the operator can help. */
export type UnavailableReason = 'database_overloaded' | 'database_silent' | 'disk_full' | 'storage_damaged';

/**
 * Further properties of an error with one code: `newest_message_id` of `thread_changed` is sent to confirm it, `reason`
 * comes with `unavailable`.
 */
export type ErrorExtras = { newest_message_id?: string; reason?: UnavailableReason };

/** The body of every answer that is not 2xx. `data[0].msg` is what contact forms show first. */
export type ErrorEnvelope = {
  error: { code: ErrorCode; message: string; data: FieldError[]; request_id: string } & ErrorExtras;
};
