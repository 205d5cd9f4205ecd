/** The columns of a notification. */
export const columns =
  'id, user_id, kind, thread_id, campaign_id, automation_id, subject_id, actor_id, count, in_app, desktop, phone, email, at, read_at';
