-- An account ("client").
create table clients (
  id uuid primary key,
  name text not null,
  country text not null,
  time_zone text not null,
  industry text,
  website text,
  team_size text,
  referral_source text,
  custom_fields text[] not null default '{}',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version bigint not null default 1,
  -- Hash of the request that created the account: a repeated call is recognised even after the account was edited, and
  -- the same id with other content is a conflict.
  request_hash bytea,
  -- Restrictions of all members with the role User.
  user_restrictions jsonb not null default '{}',
  users_may_delete_all_contacts boolean not null default false,
  users_access_changed_at timestamptz,
  -- Users with an email address of the same domain may ask to join.
  join_by_domain boolean not null default false,
  logo_url text,
  -- An Owner may demand two-step verification of every member of the account.
  require_two_step_verification boolean not null default false,
  -- The words with which customers opt out of marketing messages and in again, as the contract's `optOutWords`; null: the
  -- default words.
  opt_out_words jsonb constraint clients_opt_out_words check (opt_out_words is null or jsonb_typeof(opt_out_words) = 'array'),
  -- The working hours of the business in the account's time zone, as the contract's `businessHours`.
  working_hours jsonb constraint clients_working_hours check ( working_hours is null or coalesce(jsonb_typeof(working_hours -> 'days') = 'object' and jsonb_typeof(working_hours -> 'holidays') = 'array', false)),
  -- How long before the end of its reply window a conversation that waits for an answer is "closing soon".
  closing_soon_minutes int not null default 120 constraint clients_closing_soon check (closing_soon_minutes between 15 and 1380),
  -- In which conversations are valued; a code of ISO 4217.
  currency text not null default 'USD' constraint clients_currency check (currency ~ '^[A-Z]{3}$'),
  -- Who gets new conversations, as the contract's `assignmentRule`; null: nobody.
  assignment_rule jsonb constraint clients_assignment_rule check (assignment_rule is null or jsonb_typeof(assignment_rule) = 'object'),
  -- How the account presents itself in invitations, as the contract's `invitationBranding`; null: its name and logo.
  invitation_branding jsonb constraint clients_invitation_branding check ( invitation_branding is null or jsonb_typeof(invitation_branding) = 'object'),
  -- Whether customers who opt out or in again get one confirmation, and its texts, as the contract's `optOutAnswers`; null:
  -- they do, with the default texts.
  opt_out_answers jsonb constraint clients_opt_out_answers check (opt_out_answers is null or jsonb_typeof(opt_out_answers) = 'object'),
  -- How customers are asked for a rating after their conversation is done, as the contract's `ratingRule`; null: not at all.
  rating_rule jsonb constraint clients_rating_rule check (rating_rule is null or jsonb_typeof(rating_rule) = 'object'),
  -- After how long without a message conversations are marked as done, as the contract's `autoCloseRule`; null: never.
  auto_close_rule jsonb constraint clients_auto_close_rule check (auto_close_rule is null or jsonb_typeof(auto_close_rule) = 'object'),
  -- How soon customers are to be answered, as the contract's `replyTargets`; without minutes there is no target.
  reply_targets jsonb not null default '{"targets": [], "warn_minutes": 30, "tell_admins": false}' constraint clients_reply_targets check (jsonb_typeof(reply_targets) = 'object'),
  -- Members write only in conversations that are assigned to them or to nobody.
  only_assignee_replies boolean not null default false,
  -- Which links of conversations are read for a preview: none, those that the business sends, or all.
  link_previews text not null default 'outgoing' constraint clients_link_previews check (link_previews in ('off', 'outgoing', 'all')),
  -- The identity provider that members must have signed in with, by the operator's id of it; null: any way.
  sign_in_provider text
);
select make_tenant_table('clients', 'id');

-- Tables of earlier files that refer to it.
alter table users add foreign key (default_client_id) references clients on delete set null;
alter table jobs add foreign key (client_id) references clients on delete cascade;
alter table job_turns add foreign key (client_id) references clients on delete cascade;
alter table email_hours add foreign key (client_id) references clients on delete cascade;

-- Square images, as `user_avatars`.
create table client_logos (
  client_id uuid primary key references clients on delete cascade,
  id uuid not null,
  bytes bytea not null check (octet_length(bytes) between 1 and 200000),
  created_at timestamptz not null default now()
);
create unique index client_logos_id on client_logos (id);
select make_tenant_table('client_logos');
