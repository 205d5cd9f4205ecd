-- Standard names for tables, columns, functions and indexes.

-- Tables and columns
alter table contact_bulk_acts rename to contact_bulk_operations;
alter table webhook_books rename to webhook_statistics;
alter table intake_lanes rename to ingest_partitions;
alter table person_exports rename to contact_data_exports;
alter table person_export_parts rename to contact_data_export_parts;
alter table user_photos rename to user_avatars;
alter sequence intake_lanes_lane_seq rename to ingest_partitions_partition_seq;
alter table ingest_partitions rename column lane to partition;
alter table ingest_partitions rename column done to applied_seq;
alter table webhook_events rename column lane to partition;
alter table webhook_refusals rename column lane to partition;
alter table erasures rename column lane to partition;
alter table jobs rename column lane to weight;
alter table job_turns rename column lane to weight;
alter table contact_bulk_operations rename column act to operation;
alter table contact_export_parts rename column bulk_id to operation_id;
alter table contact_counts rename column slot to shard;
alter table campaigns rename column seer to viewer;
alter table campaigns rename column frozen to snapshot_cursor;
alter table campaigns rename column watched_from to failures_counted_from;
alter table campaign_recipients rename column person_key to recipient_key;
alter table campaign_recipients rename column fed_at to enqueued_at;
alter table campaign_recipients rename column again to resend;
alter table import_changes rename column was to previous;
alter table invitations rename column letter_id to email_id;
alter table invitations rename column mail_hash to email_token_hash;
alter table invitations rename column copy_hash to link_token_hash;
alter table parked_statuses rename column our_id to message_id;
alter table test_numbers rename column slot to position;

-- Constraints and indexes
alter table campaign_recipients rename constraint campaign_recipients_client_id_campaign_id_person_key_key to campaign_recipients_client_id_campaign_id_recipient_key_key;
alter table contact_bulk_operations rename constraint contact_bulk_acts_client_id_fkey to contact_bulk_operations_client_id_fkey;
alter table contact_bulk_operations rename constraint contact_bulk_acts_pkey to contact_bulk_operations_pkey;
alter table contact_bulk_operations rename constraint contact_bulk_acts_state_check to contact_bulk_operations_state_check;
alter table contact_export_parts rename constraint contact_export_parts_client_id_bulk_id_fkey to contact_export_parts_client_id_operation_id_fkey;
alter table ingest_partitions rename constraint intake_lanes_pkey to ingest_partitions_pkey;
alter table jobs rename constraint jobs_lane_check to jobs_weight_check;
alter table contact_data_export_parts rename constraint person_export_parts_client_id_export_id_fkey to contact_data_export_parts_client_id_export_id_fkey;
alter table contact_data_export_parts rename constraint person_export_parts_pkey to contact_data_export_parts_pkey;
alter table contact_data_exports rename constraint person_exports_client_id_contact_id_fkey to contact_data_exports_client_id_contact_id_fkey;
alter table contact_data_exports rename constraint person_exports_client_id_fkey to contact_data_exports_client_id_fkey;
alter table contact_data_exports rename constraint person_exports_pkey to contact_data_exports_pkey;
alter table contact_data_exports rename constraint person_exports_state_check to contact_data_exports_state_check;
alter table test_numbers rename constraint test_numbers_client_id_slot_key to test_numbers_client_id_position_key;
alter table test_numbers rename constraint test_numbers_slot_check to test_numbers_position_check;
alter table user_avatars rename constraint user_photos_bytes_check to user_avatars_bytes_check;
alter table user_avatars rename constraint user_photos_pkey to user_avatars_pkey;
alter table user_avatars rename constraint user_photos_user_id_fkey to user_avatars_user_id_fkey;
alter table webhook_statistics rename constraint webhook_books_client_id_fkey to webhook_statistics_client_id_fkey;
alter table webhook_statistics rename constraint webhook_books_pkey to webhook_statistics_pkey;
alter table webhook_refusals rename constraint webhook_refusals_client_id_lane_seq_part_key to webhook_refusals_client_id_partition_seq_part_key;
alter index campaign_recipients_fed rename to campaign_recipients_enqueued;
alter index campaign_recipients_to_feed rename to campaign_recipients_to_enqueue;
alter index contact_bulk_acts_ended rename to contact_bulk_operations_ended;
alter index contact_bulk_acts_recent rename to contact_bulk_operations_recent;
alter index invitations_copy_hash rename to invitations_link_token_hash;
alter index invitations_mail_hash rename to invitations_email_token_hash;
alter index person_exports_age rename to contact_data_exports_age;
alter index person_exports_of_contact rename to contact_data_exports_of_contact;
alter index user_photos_id rename to user_avatars_id;

-- Functions, triggers and policies
alter function join_thread(uuid, uuid, uuid) rename to merge_thread;
alter function thread_now(uuid, uuid) rename to resolve_thread;
alter function forget_joined_threads(uuid, uuid[]) rename to delete_merged_threads;
alter function hold_understanding() rename to lock_ingest;
alter policy not_joined on threads rename to not_merged;
alter function campaign_recipients_written() rename to campaign_recipients_inserted;
alter trigger campaign_recipients_written on campaign_recipients rename to campaign_recipients_inserted;
alter function campaign_recipients_moved() rename to campaign_recipients_updated;
alter trigger campaign_recipients_moved on campaign_recipients rename to campaign_recipients_updated;
alter function campaign_recipients_fed_now() rename to campaign_recipients_set_enqueued_at;
alter trigger campaign_recipients_fed_now on campaign_recipients rename to campaign_recipients_set_enqueued_at;

create or replace function lock_ingest() returns void
  language sql security definer set search_path = public, pg_temp as $$ lock table ingest_partitions in share mode $$;

create or replace function count_contacts(deltas jsonb) returns void
  language sql as $$
  insert into contact_counts as c (client_id, scope, shard, n)
  select (d->>'c')::uuid, d->>'s', pg_backend_pid() % 16, sum((d->>'n')::bigint) from jsonb_array_elements(deltas) d
  group by 1, 2 having sum((d->>'n')::bigint) <> 0 order by 1, 2
  on conflict (client_id, scope, shard) do update set n = c.n + excluded.n
$$;

create or replace function campaign_recipients_set_enqueued_at() returns trigger language plpgsql as $$
begin
  new.enqueued_at := clock_timestamp();
  return new;
end $$;

create or replace function campaign_recipients_last() returns trigger language plpgsql as $$
begin
  -- Who is somebody else's row now (contacts were merged, parted, erased) is looked at anew.
  if exists (select from new_rows r join old_rows o using (client_id, campaign_id, n)
      where o.contact_id is distinct from r.contact_id and o.message_id is not null) then
    with gone as materialized (
      select distinct o.client_id, o.contact_id from new_rows r join old_rows o using (client_id, campaign_id, n)
      where o.contact_id is distinct from r.contact_id and o.contact_id is not null and o.message_id is not null
      order by 1, 2
    )
    delete from contact_last_campaigns l using gone g where l.client_id = g.client_id and l.contact_id = g.contact_id;
    insert into contact_last_campaigns (client_id, contact_id, campaign_id, message_id, state, at)
    select g.client_id, g.contact_id, x.campaign_id, x.message_id, x.state, x.enqueued_at
    from (
      select distinct o.client_id, o.contact_id from new_rows r join old_rows o using (client_id, campaign_id, n)
      where o.contact_id is distinct from r.contact_id and o.contact_id is not null and o.message_id is not null
    ) g cross join lateral (
      select campaign_id, message_id, state, enqueued_at from campaign_recipients c
      where c.client_id = g.client_id and c.contact_id = g.contact_id and c.enqueued_at is not null
      order by c.enqueued_at desc limit 1
    ) x order by 1, 2
    on conflict do nothing;
  end if;

  insert into contact_last_campaigns as l (client_id, contact_id, campaign_id, message_id, state, at)
  select distinct on (r.client_id, r.contact_id) r.client_id, r.contact_id, r.campaign_id, r.message_id, r.state,
    r.enqueued_at
  from new_rows r join old_rows o using (client_id, campaign_id, n)
  where r.contact_id is not null and r.enqueued_at is not null
    and (o.message_id is null or o.contact_id is distinct from r.contact_id)
  order by r.client_id, r.contact_id, r.enqueued_at desc
  on conflict (client_id, contact_id) do update
    set campaign_id = excluded.campaign_id, message_id = excluded.message_id, state = excluded.state, at = excluded.at
    where excluded.at >= l.at;

  with held as materialized (
    select l.client_id, l.contact_id, r.state from new_rows r
    join contact_last_campaigns l on l.client_id = r.client_id and l.contact_id = r.contact_id and l.message_id = r.message_id
    where l.state <> r.state order by 1, 2 for no key update of l
  )
  update contact_last_campaigns l set state = h.state from held h
  where l.client_id = h.client_id and l.contact_id = h.contact_id;
  return null;
end $$;

create or replace function contacts_like(client uuid, patterns text[], with_deleted boolean, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  -- Planned for these very patterns: how rare they are decides about the road.
  return query execute (
    select 'select id from contacts where client_id = $1 and ($2 or deleted_at is null) and ('
      || string_agg(format('search_text like %L', p), ' or ') || ') limit $3' from unnest(patterns) p)
    using client, with_deleted, most;
end $$;

-- Waiting jobs.
update jobs set kind = 'contacts.automatic_merge' where kind = 'contacts.heal';
update jobs set kind = 'broadcasts.snapshot' where kind = 'broadcasts.freeze';
update jobs set payload = payload - 'bulk_id' || jsonb_build_object('operation_id', payload->'bulk_id')
where payload ? 'bulk_id';

-- Tables are analyzed by analyze_tables(), which needs no such right.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'revoke maintain on campaign_counters, campaign_recipients, campaigns, contact_identities,
      contact_last_campaigns, contacts, message_events, messages, threads, triggers from parley_system';
  end if;
end $$;
