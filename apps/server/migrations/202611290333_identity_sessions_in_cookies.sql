-- Where the client keeps the session's refresh token: in a cookie that scripts cannot read, or itself.
alter table sessions add in_cookie boolean not null default false;
