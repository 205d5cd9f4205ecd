
-- What is kept of web pages that messages name. Without a title the page had nothing to show.
create table link_previews (
  client_id uuid not null,
  url_hash bytea not null,
  title text,
  description text,
  -- The address of the picture; random, as it is read without signing in.
  image_id uuid,
  image bytea,
  fetched_at timestamptz not null default now(),
  primary key (client_id, url_hash)
);
create index link_previews_by_age on link_previews (client_id, fetched_at, url_hash);
create index link_previews_by_image on link_previews (client_id, image_id) where image_id is not null;
create index link_previews_old on link_previews (fetched_at);
select make_tenant_table('link_previews');
