-- Links are derived from the account, the invitation and its serial: each is one in the whole installation.
create unique index invitations_email_token on invitations (email_token_hash);
create unique index invitations_link_token on invitations (link_token_hash);
drop index invitations_email_token_hash, invitations_link_token_hash;
