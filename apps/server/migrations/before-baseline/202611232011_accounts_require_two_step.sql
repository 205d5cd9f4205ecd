-- An Owner may demand two-step verification of every member of the account.
alter table clients add column require_two_step_verification boolean not null default false;
