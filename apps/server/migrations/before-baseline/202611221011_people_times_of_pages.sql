-- Pages of these lists go on from the time of their last row, which the server and its cursors know in milliseconds.
alter table api_keys alter column created_at type timestamptz(3);
alter table invitations alter column created_at type timestamptz(3);
alter table join_requests alter column created_at type timestamptz(3);
