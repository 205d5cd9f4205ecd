-- The file that an export writes, a thousand contacts a part: there for seven days, or until a person is erased.
alter table contact_bulk_acts add column file_bytes bigint;
create table contact_export_parts (
  client_id uuid not null,
  bulk_id uuid not null,
  part int not null,
  body text not null,
  primary key (client_id, bulk_id, part),
  foreign key (client_id, bulk_id) references contact_bulk_acts (client_id, id) on delete cascade
);
select make_tenant_table('contact_export_parts');
