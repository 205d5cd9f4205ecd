/*
 * What counts as a conversion of a broadcast, from its start on, and the recipients who converted: noted in the transaction
 * that changes the field or gives the label, whoever does it.
 */
create table campaign_goals (
  client_id uuid not null,
  campaign_id uuid not null,
  -- The number of a custom field, and the value that it has to get; null: any.
  field_no text,
  value text,
  label_id uuid,
  -- How long after delivery.
  days int not null,
  -- Nobody can convert any more.
  ends_at timestamptz not null,
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade,
  check ((field_no is null) <> (label_id is null))
);
select make_tenant_table('campaign_goals');

create table campaign_conversions (
  client_id uuid not null,
  campaign_id uuid not null,
  -- The recipient's position.
  n int not null,
  at timestamptz not null default now(),
  primary key (client_id, campaign_id, n),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
);
select make_tenant_table('campaign_conversions');

/* When the message of a recipient was delivered: its status may be known before the broadcast has counted it. */
create function recipient_delivered_at(r campaign_recipients) returns timestamptz language sql stable as $$
  select coalesce(r.delivered_at, r.read_at, (select now() from messages m
    where m.client_id = r.client_id and m.id = r.message_id and m.status >= 2))
$$;

create function campaigns_see_fields() returns trigger language plpgsql as $$
begin
  if not exists (select from campaign_goals where field_no is not null and ends_at > now()) then
    return null;
  end if;
  insert into campaign_conversions (client_id, campaign_id, n)
  select r.client_id, r.campaign_id, r.n
  from new_rows c join old_rows o using (client_id, id)
  join campaign_goals g on g.client_id = c.client_id and g.ends_at > now() and g.field_no is not null
  join campaign_recipients r on r.client_id = c.client_id and r.contact_id = c.id and r.campaign_id = g.campaign_id
  where c.custom_fields <> o.custom_fields and c.custom_fields->g.field_no is distinct from o.custom_fields->g.field_no
    and coalesce(c.custom_fields->>g.field_no, '') <> ''
    and (g.value is null or lower(c.custom_fields->>g.field_no) = lower(g.value))
    and now() <= recipient_delivered_at(r) + g.days * interval '1 day'
  on conflict do nothing;
  return null;
end $$;
create trigger campaigns_see_fields after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function campaigns_see_fields();

create function campaigns_see_labels() returns trigger language plpgsql as $$
begin
  if not exists (select from campaign_goals where label_id is not null and ends_at > now()) then
    return null;
  end if;
  insert into campaign_conversions (client_id, campaign_id, n)
  select distinct r.client_id, r.campaign_id, r.n
  from new_rows l
  join campaign_goals g on g.client_id = l.client_id and g.label_id = l.label_id and g.ends_at > now()
  join threads t on t.client_id = l.client_id and t.id = l.thread_id
  join campaign_recipients r on r.client_id = l.client_id and r.contact_id = t.contact_id and r.campaign_id = g.campaign_id
  where now() <= recipient_delivered_at(r) + g.days * interval '1 day'
  on conflict do nothing;
  return null;
end $$;
create trigger campaigns_see_labels after insert on thread_labels referencing new table as new_rows
  for each statement execute function campaigns_see_labels();
