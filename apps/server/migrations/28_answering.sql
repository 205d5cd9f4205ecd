-- The AI assistant of an account, which answers customers. No row: as the contract's defaults, off.
create table answering_settings (
  client_id uuid primary key references clients on delete cascade,
  is_on boolean not null,
  channel_ids uuid[] not null,
  hours text not null check (hours in ('always', 'closed')),
  takes text not null check (takes in ('unassigned', 'given')),
  name text not null,
  min_confidence smallint not null check (min_confidence between 0 and 100),
  most_answers smallint not null,
  handover_text text,
  changed_by text not null,
  changed_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1
);
select make_tenant_table('answering_settings');

-- How far the change feed of an account was read whose assistant is on.
create table answering_cursors (
  client_id uuid primary key references clients on delete cascade,
  pos bigint not null,
  -- When it was read up to there.
  at timestamptz not null default now()
);
select make_tenant_table('answering_cursors');

-- Messages of customers that the assistant is to answer, answered, or handed over: one row each, so that none is answered
-- twice. Those that turn out to be for people are deleted.
create table answering_messages (
  client_id uuid not null,
  message_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'asking', 'answered', 'handed_over')),
  -- When it is looked at next; of one that is asked about, when its process counts as dead.
  due_at timestamptz,
  -- When the message came, or a member gave it to the assistant.
  created_at timestamptz not null default now(),
  -- What was sent, and what it is made from: kind, id, title and passage.
  reply_id uuid,
  source jsonb,
  confidence smallint check (confidence between 0 and 100),
  rating text check (rating in ('good', 'bad')),
  primary key (client_id, message_id),
  foreign key (client_id, message_id) references messages (client_id, id) on delete cascade,
  constraint answering_messages_open check ((due_at is not null) = (state in ('waiting', 'asking'))),
  constraint answering_messages_answered check ((reply_id is not null) = (state = 'answered'))
);
create index answering_messages_due on answering_messages (due_at) where due_at is not null;
create unique index answering_messages_reply on answering_messages (client_id, reply_id) where reply_id is not null;
create index answering_messages_good on answering_messages (client_id) where rating = 'good';
select make_tenant_table('answering_messages');

-- The assistant tried on messages that customers wrote.
create table answering_exams (
  client_id uuid primary key references clients on delete cascade,
  -- Another one has another id, so that work for the former ends.
  id uuid not null,
  needed int not null,
  -- Why it stopped before every message had an answer.
  problem text,
  created_at timestamptz not null default now(),
  created_by text not null
);
select make_tenant_table('answering_exams');

create table answering_exam_answers (
  client_id uuid not null references answering_exams on delete cascade,
  message_id uuid not null,
  asked boolean not null default false,
  -- Null: it would have handed over.
  reply text,
  source jsonb,
  confidence smallint check (confidence between 0 and 100),
  mark text check (mark in ('right', 'wrong', 'unsure')),
  primary key (client_id, message_id),
  foreign key (client_id, message_id) references messages (client_id, id) on delete cascade
);
select make_tenant_table('answering_exam_answers');
