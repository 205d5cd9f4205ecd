import { type Executor, statement } from '../../../platform/db/sql.ts';

/*
 * One piece of news about a template. A row made here knows only what was told; fetching fills in the rest. Each kind of
 * news moves only its own columns, and only forward by the provider's time.
 */
const templateStatement = statement(
  'templates_tell',
  `insert into templates as t (client_id, id, waba_id, provider_template_id, name, language, category, status, provider_status,
     status_reason, status_detail, status_at, quality, quality_at, previous_category, next_category, next_category_at,
     category_at, components_at)
   select x.client_id, x.id, x.waba_id, x.template_id, x.name, x.language, x.category, coalesce(x.status, 'PENDING'),
     x.provider_status, x.reason, x.detail, x.status_at, x.quality, x.quality_at, x.previous_category, x.next_category,
     x.next_category_at, x.category_at, x.components_at
   from jsonb_to_record($1::jsonb) as x(client_id uuid, id uuid, waba_id text, template_id text, name text, language text,
     category text, status text, provider_status text, reason text, detail jsonb, status_at timestamptz, quality text,
     quality_at timestamptz, previous_category text, next_category text, next_category_at timestamptz,
     category_at timestamptz, components_at timestamptz)
   on conflict (client_id, waba_id, name, language) do update set
     provider_template_id = coalesce(excluded.provider_template_id, t.provider_template_id),
     status = case when excluded.status_at is null or excluded.provider_status in ('FLAGGED') then t.status else excluded.status end,
     provider_status = case when excluded.status_at is null then t.provider_status else excluded.provider_status end,
     status_reason = case when excluded.status_at is null then t.status_reason else excluded.status_reason end,
     status_detail = case when excluded.status_at is null then t.status_detail else excluded.status_detail end,
     status_at = coalesce(excluded.status_at, t.status_at),
     quality = coalesce(excluded.quality, t.quality),
     quality_at = coalesce(excluded.quality_at, t.quality_at),
     category = case when excluded.category_at is null then coalesce(t.category, excluded.category) else excluded.category end,
     previous_category = case when excluded.category_at is null then t.previous_category else excluded.previous_category end,
     next_category = case when excluded.category_at is null then t.next_category else excluded.next_category end,
     next_category_at = case when excluded.category_at is null then t.next_category_at else excluded.next_category_at end,
     category_at = coalesce(excluded.category_at, t.category_at),
     -- What WhatsApp changed is fetched anew before it is shown as the template's text.
     fetched_at = case when excluded.components_at is null then t.fetched_at end,
     components_at = coalesce(excluded.components_at, t.components_at),
     version = t.version + 1
   where excluded.status_at > coalesce(t.status_at, '-infinity') or excluded.quality_at > coalesce(t.quality_at, '-infinity')
     or excluded.category_at > coalesce(t.category_at, '-infinity')
     or excluded.components_at > coalesce(t.components_at, '-infinity')
   returning client_id, id, version, xmax = 0 as made`,
);

export type TemplateNews = {
  client_id: string;
  id: string;
  waba_id: string;
  template_id: string | null;
  name: string;
  language: string;
  category: string | null;
} & (
  | { status: string | null; provider_status: string; reason: string | null; detail: unknown; status_at: string }
  | { quality: string; quality_at: string }
  | {
      previous_category: string | null;
      next_category: string | null;
      next_category_at: string | null;
      category_at: string;
    }
  | { components_at: string }
);

type Told = { client_id: string; id: string; version: number; made: boolean };

/** @returns null when later news of this kind was there already */
export async function tellTemplate(tx: Executor, news: TemplateNews): Promise<Told | null> {
  const [row] = await tx.rows<Told>(templateStatement, [JSON.stringify(news)]);
  return row ?? null;
}

const templateOfMessageStatement = statement(
  'templates_tell_by_message',
  `update templates t set status = $3, provider_status = $3, status_at = $4, version = t.version + 1
   from messages m join channels c on c.client_id = m.client_id and c.id = m.channel_id
   where m.client_id = $1 and m.id = $2 and m.type = 'template'
     and t.client_id = m.client_id and t.waba_id = c.waba_id and t.name = m.content->>'name'
     and t.language = coalesce(m.content->'language'->>'code', m.content->>'language')
     and coalesce(t.status_at, '-infinity') < $4 and t.status = 'ACTIVE'
   returning t.client_id, t.id, t.version`,
);

/** The template a message was made from turned out to be paused or disabled. @returns null when that was known */
export async function tellTemplateOfMessage(
  tx: Executor,
  clientId: string,
  messageId: string,
  status: 'PAUSED' | 'DISABLED',
  at: Date,
): Promise<Omit<Told, 'made'> | null> {
  const [row] = await tx.rows<Omit<Told, 'made'>>(templateOfMessageStatement, [clientId, messageId, status, at]);
  return row ?? null;
}

const factStatement = statement(
  'channel_facts_set',
  `insert into channel_facts as f (client_id, channel_id, name, value, active, detail, ends_at, provider_at)
   select $1, c.id, $3, $4, $5, $6::jsonb, $7, $8 from channels c
   where c.client_id = $1 and c.id = $2 and c.deleted_at is null
   on conflict (client_id, channel_id, name) do update set
     value = excluded.value, active = excluded.active, detail = excluded.detail, ends_at = excluded.ends_at,
     provider_at = excluded.provider_at, received_at = now()
   where f.provider_at < excluded.provider_at
   returning name`,
);

/** One thing WhatsApp told about a channel. */
export type ChannelFact = {
  name: string;
  value: string;
  active: boolean;
  detail: unknown;
  endsAt: Date | null;
  at: Date;
};

/** @returns whether it is news: false when the same or a later word was there */
export async function setChannelFact(
  tx: Executor,
  clientId: string,
  channelId: string,
  fact: ChannelFact,
): Promise<boolean> {
  const rows = await tx.rows(factStatement, [
    clientId,
    channelId,
    fact.name,
    fact.value,
    fact.active,
    fact.detail === null ? null : JSON.stringify(fact.detail),
    fact.endsAt,
    fact.at,
  ]);
  return rows.length > 0;
}

const changeChannelStatement = statement(
  'channels_told',
  `update channels set
     state = case when $3 = 'pause' then 'PAUSED'
       when $3 = 'resume' and state_reason like $4 || '%' then 'ACTIVE' else state end,
     state_reason = case when $3 = 'pause' and state = 'ACTIVE' then $4 || ': ' || $5
       when $3 = 'resume' and state_reason like $4 || '%' then null else state_reason end,
     pace = coalesce($6, pace), version = version + 1
   where client_id = $1 and id = $2 and deleted_at is null returning version`,
);

/** Begins the reason of every pause that WhatsApp's news made, so that only those are ended by its news. */
export const pausedByProvider = 'WhatsApp';

/** @returns the channel's new version; null when it is gone */
export async function changeToldChannel(
  tx: Executor,
  clientId: string,
  channelId: string,
  change: { state: 'pause' | 'resume' | null; reason: string; pace: number | null },
): Promise<number | null> {
  const values = [clientId, channelId, change.state, pausedByProvider, change.reason, change.pace];
  const [row] = await tx.rows<{ version: number }>(changeChannelStatement, values);
  return row?.version ?? null;
}

const suppressStatement = statement(
  'suppressions_set',
  `with told as (
     insert into suppressions as s (client_id, contact_id, source, active, detail, provider_at)
     select $1, c.id, $3, $4, $5, $6 from contacts c where c.client_id = $1 and c.id = $2
     on conflict (client_id, contact_id, source) do update set active = excluded.active, detail = excluded.detail,
       provider_at = excluded.provider_at, received_at = now()
     where s.provider_at < excluded.provider_at
     returning client_id, contact_id
   ), others as (
     select min(o.provider_at) as since from suppressions o
     where o.client_id = $1 and o.contact_id = $2 and o.source <> $3 and o.active
   )
   update contacts c set
     opted_out_at = case when $4 then coalesce(c.opted_out_at, $6) else (select since from others) end,
     version = c.version + 1
   from told t where c.client_id = t.client_id and c.id = t.contact_id
   returning c.version`,
);

/** Notes that a person wants no marketing, or wants it again. @returns the contact's new version; null: known already */
export async function setSuppression(
  tx: Executor,
  wish: {
    clientId: string;
    contactId: string;
    source: 'platform' | 'provider';
    active: boolean;
    detail: string | null;
    at: Date;
  },
): Promise<number | null> {
  const values = [wish.clientId, wish.contactId, wish.source, wish.active, wish.detail, wish.at];
  const [row] = await tx.rows<{ version: number }>(suppressStatement, values);
  return row?.version ?? null;
}
