-- Saved replies that a member wants first, in their order.
create table session_template_favourites (
  client_id uuid not null,
  user_id uuid not null,
  template_id uuid not null,
  position smallint not null,
  primary key (client_id, user_id, template_id),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade,
  foreign key (client_id, template_id) references session_templates (client_id, id) on delete cascade
);
create index session_template_favourites_of_template on session_template_favourites (client_id, template_id);
select make_tenant_table('session_template_favourites');
