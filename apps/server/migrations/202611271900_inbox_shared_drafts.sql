-- Drafts that the team sees.
alter table drafts
  add shared boolean not null default false,
  -- Whose shared draft this one took over; they are told.
  add taken_from uuid,
  -- The version with which what others see of it last changed; 0: never shared. Devices read again only then.
  add team_version bigint not null default 0,
  add constraint drafts_shared check (not shared or body <> '');
create index drafts_shared_in_thread on drafts (client_id, thread_id) where shared or taken_from is not null;
