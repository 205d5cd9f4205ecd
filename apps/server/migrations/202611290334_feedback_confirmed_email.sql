-- Reports hold free text, so they are emailed only to an address whose reader entered the code sent to it.
alter table feedback_settings
  add email_confirmed boolean not null default false,
  add email_code_hash bytea,
  add email_code_until timestamptz,
  add email_code_tries int not null default 0;
