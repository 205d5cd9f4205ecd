import { currencyOf } from '@parley/contract/currencies';
import type { OptOutAnswers } from '@parley/contract/opt-out-answers';
import type { OptOutWords } from '@parley/contract/opt-out-words';
import type {
  AssignmentRule,
  AutoCloseRule,
  BusinessHours,
  InvitationBranding,
  LinkPreviewChoice,
  RatingRule,
  ReplyTargets,
  Restrictions,
} from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type ClientRow = {
  id: string;
  name: string;
  logo_url: string | null;
  country: string;
  time_zone: string;
  industry: string | null;
  website: string | null;
  team_size: string | null;
  referral_source: string | null;
  custom_fields: string[];
  user_restrictions: Partial<UserRestrictions>;
  users_may_delete_all_contacts: boolean;
  join_by_domain: boolean;
  require_two_step_verification: boolean;
  sign_in_provider: string | null;
  /** Null: the default words. */
  opt_out_words: OptOutWords[] | null;
  /** Null: on, with the default texts. */
  opt_out_answers: OptOutAnswers | null;
  working_hours: BusinessHours | null;
  closing_soon_minutes: number;
  only_assignee_replies: boolean;
  currency: string;
  link_previews: LinkPreviewChoice;
  assignment_rule: AssignmentRule | null;
  invitation_branding: InvitationBranding | null;
  rating_rule: RatingRule | null;
  auto_close_rule: AutoCloseRule | null;
  reply_targets: ReplyTargets;
  created_at: Date;
  version: number;
};

/** Restrictions for every User of an account; a member's own restrictions apply in addition. */
export type UserRestrictions = Omit<Restrictions, 'channel_ids'>;

/** The editable properties of an account; an absent one is not set or unchanged, an empty text clears it. */
export type ClientFields = {
  name: string;
  country: string;
  time_zone: string;
  industry?: string | undefined;
  website?: string | undefined;
  team_size?: string | undefined;
  referral_source?: string | undefined;
};
export type ClientChange = Partial<ClientFields> & {
  user_restrictions?: { [Name in keyof UserRestrictions]?: boolean | undefined } | undefined;
  users_may_delete_all_contacts?: boolean | undefined;
  join_by_domain?: boolean | undefined;
  require_two_step_verification?: boolean | undefined;
} & Partial<AccountSettings> & {
    reply_targets?: { [Name in keyof ReplyTargets]?: ReplyTargets[Name] | undefined } | undefined;
  };

/** Settings in columns of their own; null is the default. */
export type AccountSettings = Pick<
  ClientRow,
  | 'sign_in_provider'
  | 'opt_out_words'
  | 'opt_out_answers'
  | 'working_hours'
  | 'closing_soon_minutes'
  | 'only_assignee_replies'
  | 'currency'
  | 'link_previews'
  | 'assignment_rule'
  | 'invitation_branding'
  | 'rating_rule'
  | 'auto_close_rule'
>;
const settingNames: readonly (keyof AccountSettings)[] = [
  'sign_in_provider',
  'opt_out_words',
  'opt_out_answers',
  'working_hours',
  'closing_soon_minutes',
  'only_assignee_replies',
  'currency',
  'link_previews',
  'assignment_rule',
  'invitation_branding',
  'rating_rule',
  'auto_close_rule',
];

export const clientColumns = `id, name, logo_url, country, time_zone, industry, website, team_size, referral_source, custom_fields,
  user_restrictions, users_may_delete_all_contacts, join_by_domain, require_two_step_verification, sign_in_provider,
  opt_out_words, opt_out_answers, working_hours, closing_soon_minutes, only_assignee_replies, currency, assignment_rule, invitation_branding, rating_rule, auto_close_rule,
  link_previews, reply_targets, created_at, version`;

const insertClient = statement(
  'accounts.insert_client',
  `insert into clients (id, created_by, request_hash, name, country, time_zone, industry, website, team_size,
     referral_source, currency)
   values ($1, $2, $3, $4, $5, $6, nullif($7, ''), nullif($8, ''), nullif($9, ''), nullif($10, ''), $11)
   on conflict do nothing
   returning ${clientColumns}`,
);

/** @returns null when the id is taken, also by a call that ran at the same time */
export async function createClient(
  tx: Executor,
  client: { id: string; createdBy: string; requestHash: Buffer; fields: ClientFields },
): Promise<ClientRow | null> {
  const { id, createdBy, requestHash, fields } = client;
  const [row] = await tx.rows<ClientRow>(insertClient, [
    ...[id, createdBy, requestHash, ...valuesOf(fields)],
    currencyOf(fields.country ?? ''),
  ]);
  return row ?? null;
}

const clientById = statement('accounts.get_client', `select ${clientColumns} from clients where id = $1`);

export async function getClient(tx: TenantTx): Promise<ClientRow> {
  const [row] = await tx.rows<ClientRow>(clientById, [tx.clientId]);
  if (row === undefined) throw new Error('a member without an account');
  return row;
}

type NameAndCountry = { name: string; country: string; time_zone: string };
const nameAndCountry = statement(
  'accounts.find_name_and_country',
  'select name, country, time_zone from clients where id = $1',
);

export async function getNameAndCountry(tx: Executor, clientId: string): Promise<NameAndCountry> {
  const [row] = await tx.rows<NameAndCountry>(nameAndCountry, [clientId]);
  if (row === undefined) throw new Error('an account without a row');
  return row;
}

const brandingStatement = statement(
  'accounts.find_invitation_branding',
  'select name, invitation_branding from clients where id = $1',
);

/** The name and greeting with which an account invites. */
export async function findInvitationBranding(
  tx: Executor,
  clientId: string,
): Promise<{ name: string; greeting: string }> {
  const [row] = await tx.rows<Pick<ClientRow, 'name' | 'invitation_branding'>>(brandingStatement, [clientId]);
  if (row === undefined) throw new Error('an account without a row');
  const { name = '', greeting = '' } = row.invitation_branding ?? {};
  return { name: name || row.name, greeting };
}

const lockedClient = statement(
  'accounts.lock_client',
  `select ${clientColumns} from clients where id = $1 for no key update`,
);

/** The account, held until commit for a change. */
export async function lockClient(tx: TenantTx): Promise<ClientRow> {
  const [row] = await tx.rows<ClientRow>(lockedClient, [tx.clientId]);
  if (row === undefined) throw new Error('a member without an account');
  return row;
}

const merged = `coalesce($2, name), coalesce($3, country), coalesce($4, time_zone),
  nullif(coalesce($5, industry), ''), nullif(coalesce($6, website), ''), nullif(coalesce($7, team_size), ''),
  nullif(coalesce($8, referral_source), ''), user_restrictions || coalesce($9::jsonb, '{}'),
  coalesce($10, users_may_delete_all_contacts), coalesce($11, join_by_domain),
  coalesce($12, require_two_step_verification),
  case when $13::jsonb ? 'sign_in_provider' then $13::jsonb ->> 'sign_in_provider' else sign_in_provider end,
  case when $13::jsonb ? 'opt_out_words' then nullif($13::jsonb -> 'opt_out_words', 'null') else opt_out_words end,
  case when $13::jsonb ? 'opt_out_answers' then nullif($13::jsonb -> 'opt_out_answers', 'null') else opt_out_answers end,
  case when $13::jsonb ? 'working_hours' then nullif($13::jsonb -> 'working_hours', 'null') else working_hours end,
  coalesce(($13::jsonb ->> 'closing_soon_minutes')::int, closing_soon_minutes),
  coalesce(($13::jsonb ->> 'only_assignee_replies')::boolean, only_assignee_replies),
  coalesce($13::jsonb ->> 'currency', currency),
  coalesce($13::jsonb ->> 'link_previews', link_previews),
  case when $13::jsonb ? 'assignment_rule' then nullif($13::jsonb -> 'assignment_rule', 'null') else assignment_rule end,
  coalesce($13::jsonb -> 'invitation_branding', invitation_branding),
  case when $13::jsonb ? 'rating_rule' then nullif($13::jsonb -> 'rating_rule', 'null') else rating_rule end,
  case when $13::jsonb ? 'auto_close_rule' then nullif($13::jsonb -> 'auto_close_rule', 'null') else auto_close_rule end,
  reply_targets || coalesce($13::jsonb -> 'reply_targets', '{}')`;
const editable = `name, country, time_zone, industry, website, team_size, referral_source, user_restrictions,
  users_may_delete_all_contacts, join_by_domain, require_two_step_verification, sign_in_provider, opt_out_words, opt_out_answers, working_hours,
  closing_soon_minutes, only_assignee_replies, currency, link_previews, assignment_rule, invitation_branding, rating_rule, auto_close_rule,
  reply_targets`;
const update = statement(
  'accounts.update_client',
  `update clients set (${editable}, version) = row(${merged}, version + 1),
     users_access_changed_at = case when user_restrictions is distinct from user_restrictions || coalesce($9::jsonb, '{}')
       then now() else users_access_changed_at end
   where id = $1 and (${editable}) is distinct from (${merged})
   returning ${clientColumns}, coalesce(users_access_changed_at = now(), false) as access_changed`,
);

/** @returns null when nothing would change; `access_changed` when Users see more or less from now on */
export async function updateClient(
  tx: TenantTx,
  change: ClientChange,
): Promise<(ClientRow & { access_changed: boolean }) | null> {
  const { user_restrictions: limits, users_may_delete_all_contacts: mayDeleteAll, join_by_domain: joining } = change;
  const [row] = await tx.rows<ClientRow & { access_changed: boolean }>(update, [
    tx.clientId,
    ...valuesOf(change),
    limits === undefined ? null : JSON.stringify(limits),
    mayDeleteAll,
    joining,
    change.require_two_step_verification,
    JSON.stringify({
      ...Object.fromEntries(settingNames.map((name) => [name, change[name]])),
      reply_targets: change.reply_targets,
    }),
  ]);
  return row ?? null;
}

function valuesOf(fields: Partial<ClientFields>): (string | undefined)[] {
  const { name, country, time_zone, industry, website, team_size, referral_source } = fields;
  return [name, country, time_zone, industry, website, team_size, referral_source];
}

const putLogo = statement(
  'accounts.save_logo',
  `insert into client_logos (client_id, id, bytes) values ($1, $2, $3)
   on conflict (client_id) do update set id = excluded.id, bytes = excluded.bytes, created_at = now()`,
);
const dropLogo = statement('accounts.delete_logo', 'delete from client_logos where client_id = $1');
const nameLogo = statement(
  'accounts.set_logo_url',
  `update clients set logo_url = $2, version = version + 1 where id = $1 and logo_url is distinct from $2
   returning ${clientColumns}`,
);

/** @param logo null takes it away @returns null when there was none to take away */
export async function storeLogo(
  tx: TenantTx,
  logo: { id: string; bytes: Buffer; url: string } | null,
): Promise<ClientRow | null> {
  if (logo === null) await tx.run(dropLogo, [tx.clientId]);
  else await tx.run(putLogo, [tx.clientId, logo.id, logo.bytes]);
  const [row] = await tx.rows<ClientRow>(nameLogo, [tx.clientId, logo?.url ?? null]);
  return row ?? null;
}

const logoById = statement('accounts.find_logo', 'select bytes from client_logos where id = $1');

/** @param id of the picture, not of the account; its account may not be known */
export async function findLogo(system: Executor, id: string): Promise<Buffer | null> {
  const [row] = await system.rows<{ bytes: Buffer }>(logoById, [id]);
  return row?.bytes ?? null;
}

const closeStatement = statement(
  'accounts.close_client',
  `update clients set deleted_at = now(), version = version + 1 where id = $1 and deleted_at is null`,
);

/** A closed account cannot be entered. Its rows stay. */
export async function closeClient(tx: Executor, clientId: string): Promise<void> {
  await tx.run(closeStatement, [clientId]);
}

const setFieldNames = statement(
  'accounts.set_custom_field_names',
  'update clients set custom_fields = $2, version = version + 1 where id = $1 returning version',
);

/** @param names of the visible custom fields, in their order @returns the account's new version */
export async function setCustomFieldNames(tx: TenantTx, names: readonly string[]): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(setFieldNames, [tx.clientId, names]);
  if (row === undefined) throw new Error('a member without an account');
  return row.version;
}

const countStatement = statement(
  'accounts.count_in_backup',
  'select count(*) as n from clients where deleted_at is null',
);

export async function countAccounts(database: Executor): Promise<number> {
  const [row] = await database.rows<{ n: number }>(countStatement);
  return row?.n ?? 0;
}
