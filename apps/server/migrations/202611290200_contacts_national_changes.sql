/*
 * Match keys are today's form of a number: the changes of `packages/contract/src/core/national-changes.ts`, as they
 * were when this file was written. Later changes need such a file too.
 */
create or replace function pg_temp.current_number(number text) returns text language sql immutable as $$
  select coalesce((select regexp_replace(number, c.pattern, c.replacement) from (values
    ('52', '^52()1([2-9]\d{9})$', '52\1\2'),
    ('52', '^52()01([2-9]\d{9})$', '52\1\2'),
    ('52', '^52()044([2-9]\d{9})$', '52\1\2'),
    ('52', '^52()045([2-9]\d{9})$', '52\1\2'),
    ('55', '^55([1-9][1-9])([6-9]\d{7})$', '55\19\2'),
    ('225', '^225()((?:0[1-3]|[457][0-3])\d{6})$', '225\101\2'),
    ('225', '^225()([04-9][4-6]\d{6})$', '225\105\2'),
    ('225', '^225()((?:[04-8][7-9]|9[78])\d{6})$', '225\107\2'),
    ('225', '^225()(2[0-3]8\d{5})$', '225\121\2'),
    ('225', '^225()((?:2[0-4]|3[0-6])0\d{5})$', '225\125\2'),
    ('225', '^225()((?:20[23]|21[2357]|22[45]|23[45]|24[345]|306|31[69]|327|337|347|359|368)\d{5})$', '225\127\2'),
    ('229', '^229()([24-9]\d{7})$', '229\101\2'),
    ('241', '^241()0([256]\d{6})$', '241\16\2'),
    ('241', '^241()0([47]\d{6})$', '241\17\2'),
    ('241', '^241()0(1\d{6})$', '241\11\2'),
    ('241', '^241()([256]\d{6})$', '241\16\2'),
    ('241', '^241()([47]\d{6})$', '241\17\2'),
    ('241', '^241()(1\d{6})$', '241\11\2'),
    ('84', '^84()120(\d{7})$', '84\170\2'),
    ('84', '^84()121(\d{7})$', '84\179\2'),
    ('84', '^84()122(\d{7})$', '84\177\2'),
    ('84', '^84()126(\d{7})$', '84\176\2'),
    ('84', '^84()128(\d{7})$', '84\178\2'),
    ('84', '^84()123(\d{7})$', '84\183\2'),
    ('84', '^84()124(\d{7})$', '84\184\2'),
    ('84', '^84()125(\d{7})$', '84\185\2'),
    ('84', '^84()127(\d{7})$', '84\181\2'),
    ('84', '^84()129(\d{7})$', '84\182\2'),
    ('84', '^84()16([2-9]\d{7})$', '84\13\2'),
    ('84', '^84()18([68]\d{7})$', '84\15\2'),
    ('84', '^84()19(9\d{7})$', '84\15\2'),
    ('237', '^237()([79]\d{7})$', '237\16\2'),
    ('230', '^230()((?:25\d|49\d|7\d\d|9[1-8]\d)\d{4})$', '230\15\2'),
    ('593', '^593()([89]\d{7})$', '593\19\2'),
    ('20', '^20()1([069]\d{7})$', '20\110\2'),
    ('20', '^20()1([14]\d{7})$', '20\111\2'),
    ('20', '^20()1([278]\d{7})$', '20\112\2'),
    ('57', '^57()((?:[125-8][2-8]|4[2-578])\d{6})$', '57\160\2'),
    ('56', '^56()2([2-9]\d{6})$', '56\122\2'),
    ('599', '^599()(5\d{6})$', '1721\1\2'),
    ('995', '^995()((?:55|58|7[17]|9[135789])\d{6})$', '995\15\2'),
    ('689', '^689()([27]\d{5})$', '689\187\2'),
    ('268', '^268()([2-5]\d{6})$', '268\12\2'),
    ('268', '^268()(6\d{6})$', '268\17\2'),
    ('253', '^253()([678]\d{5})$', '253\177\2')
  ) c(code, pattern, replacement)
  -- In this order: PostgreSQL keeps only so many compiled expressions.
  where case when starts_with(number, c.code) then number ~ c.pattern else false end limit 1), number)
$$;

-- A contact with both forms has one of them from now on.
delete from contact_identities i using contact_identities h
where i.kind = 'phone' and pg_temp.current_number(i.key) <> i.key
  and h.client_id = i.client_id and h.kind = 'phone' and h.key = pg_temp.current_number(i.key) and h.contact_id = i.contact_id;
update contact_identities i set key = m.now
from (
  select distinct on (client_id, now) client_id, key, now
  from (select client_id, key, pg_temp.current_number(key) as now from contact_identities where kind = 'phone') f
  where now <> key order by client_id, now, key
) m
where i.client_id = m.client_id and i.kind = 'phone' and i.key = m.key
  and not exists (select from contact_identities h where h.client_id = m.client_id and h.kind = 'phone' and h.key = m.now);
-- Two contacts that have one number in two forms: a member decides, because both may have conversations.
insert into contact_duplicates (client_id, a_id, b_id, reason)
select distinct i.client_id, least(i.contact_id, h.contact_id), greatest(i.contact_id, h.contact_id), 'number'
from contact_identities i
join contact_identities h on h.client_id = i.client_id and h.kind = 'phone' and h.key = pg_temp.current_number(i.key)
join contacts a on a.client_id = i.client_id and a.id = i.contact_id and a.deleted_at is null
join contacts b on b.client_id = h.client_id and b.id = h.contact_id and b.deleted_at is null and b.sandbox = a.sandbox
where i.kind = 'phone' and pg_temp.current_number(i.key) <> i.key and i.contact_id <> h.contact_id
on conflict do nothing;

delete from test_numbers i using test_numbers h
where pg_temp.current_number(i.match_key) <> i.match_key
  and h.client_id = i.client_id and h.match_key = pg_temp.current_number(i.match_key);
update test_numbers set match_key = pg_temp.current_number(match_key)
where pg_temp.current_number(match_key) <> match_key;

-- Of two spellings in one file the later row is a duplicate, as if it were read today.
update campaign_file_rows i set kind = 'duplicate', digits = null, key = null, first_row = h.row_no
from campaign_file_rows h
where i.kind = 'good' and pg_temp.current_number(i.key) <> i.key
  and h.client_id = i.client_id and h.file_id = i.file_id and h.kind = 'good' and h.key = pg_temp.current_number(i.key);
update campaign_file_rows set key = pg_temp.current_number(key)
where kind = 'good' and pg_temp.current_number(key) <> key;

update campaign_recipients r set recipient_key = 'p:' || pg_temp.current_number(substr(r.recipient_key, 3))
where r.recipient_key like 'p:%' and pg_temp.current_number(substr(r.recipient_key, 3)) <> substr(r.recipient_key, 3)
  and not exists (select from campaign_recipients h where h.client_id = r.client_id and h.campaign_id = r.campaign_id
    and h.recipient_key = 'p:' || pg_temp.current_number(substr(r.recipient_key, 3)));
