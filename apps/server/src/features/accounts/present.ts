import { defaultOptOutAnswers } from '@parley/contract/opt-out-answers';
import { defaultOptOutWords } from '@parley/contract/opt-out-words';
import type { Client, InvitationBranding } from '@parley/contract/types';
import type { ClientRow } from './repo.ts';

/** The name and logo of the account, and no greeting. */
export const defaultBranding: InvitationBranding = { name: '', logo: true, greeting: '' };

/** An account as one of its members sees it. */
export function presentClient(row: ClientRow, uid: string): Client {
  return {
    client_id: row.id,
    user_id: uid,
    name: row.name,
    logo_url: row.logo_url,
    country: row.country,
    time_zone: row.time_zone,
    industry: row.industry,
    website: row.website,
    team_size: row.team_size,
    referral_source: row.referral_source,
    custom_fields: row.custom_fields,
    user_restrictions: {
      only_assigned: row.user_restrictions.only_assigned ?? false,
      mask_phone_numbers: row.user_restrictions.mask_phone_numbers ?? false,
      no_export: row.user_restrictions.no_export ?? false,
      no_deletion: row.user_restrictions.no_deletion ?? false,
    },
    join_by_domain: row.join_by_domain,
    require_two_step_verification: row.require_two_step_verification,
    sign_in_provider: row.sign_in_provider,
    users_may_delete_all_contacts: row.users_may_delete_all_contacts,
    opt_out_words: row.opt_out_words ?? defaultOptOutWords(row.country),
    opt_out_answers: row.opt_out_answers ?? defaultOptOutAnswers,
    working_hours: row.working_hours,
    closing_soon_minutes: row.closing_soon_minutes,
    only_assignee_replies: row.only_assignee_replies,
    currency: row.currency,
    link_previews: row.link_previews,
    assignment_rule: row.assignment_rule,
    invitation_branding: row.invitation_branding ?? defaultBranding,
    rating_rule: row.rating_rule,
    auto_close_rule: row.auto_close_rule,
    reply_targets: row.reply_targets,
    created_at: row.created_at.toISOString(),
    version: row.version,
  };
}
