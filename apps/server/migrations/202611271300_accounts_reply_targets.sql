-- How soon customers are to be answered, as the contract's `replyTargets`; without minutes there is no target.
alter table clients add column reply_targets jsonb not null
  default '{"first_minutes": null, "next_minutes": null, "hours": "always", "warn_minutes": 30, "tell_admins": false}'
  constraint clients_reply_targets check (jsonb_typeof(reply_targets) = 'object');
