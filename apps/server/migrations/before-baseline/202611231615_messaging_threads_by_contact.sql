-- One index instead of two: the conversations of a contact, and the one conversation of a contact and a channel.
create unique index threads_of_contact on threads (client_id, contact_id, channel_id);
alter table threads drop constraint threads_client_id_channel_id_contact_id_key;
drop index threads_by_contact;
