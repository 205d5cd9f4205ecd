-- How the account presents itself in invitations, as the contract's `invitationBranding`; null: its name and logo.
alter table clients add column invitation_branding jsonb
  constraint clients_invitation_branding check (
    invitation_branding is null or jsonb_typeof(invitation_branding) = 'object');
