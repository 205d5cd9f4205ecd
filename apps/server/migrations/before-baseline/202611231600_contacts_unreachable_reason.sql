-- Why a number or user id is unreachable; null for rows from before: it is not on WhatsApp.
alter table contact_identities add column unreachable_reason text
  check (unreachable_reason in ('not_on_whatsapp', 'blocked_by_us', 'identity_changed'));
