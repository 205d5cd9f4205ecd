-- The role the present links were made with, null when that is the one it has: who opens one reads when it was changed.
alter table invitations add column sent_role text check (sent_role in ('Owner', 'Admin', 'User'));
