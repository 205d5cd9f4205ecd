import { scheduleReview } from '../engine/reviews.ts';
import { changeTemplate, sendStatusUpdate, templatesOf } from '../engine/templates.ts';
import type { Reply } from '../http/exchange.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import { type GraphCall, pageOf, pickFields, readParameters } from './call.ts';
import { checkDraft } from './check-draft.ts';
import { GraphError, noSuchObject } from './errors.ts';
import { decimalId } from './ids.ts';
import { requireWaba } from './require.ts';
import { sampleTemplates, type Template } from './sample-templates.ts';
import type { JsonObject } from './shape.ts';

/** Templates that an account may create in an hour. */
const createdPerHour = 100;
/** Templates a portfolio that is not verified may have; each language counts. */
const maxTemplates = 250;
const dayMs = 24 * 3600 * 1000;
/** An approved template may be edited once a day and ten times a month. */
const editsADay = 1;
const editsAMonth = 10;
/** The name of a deleted approved template is free again after this. */
const nameReservedMs = 30 * dayMs;

export const templateDefaults = ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id'];

/** A template in the API, with optional fields only on request. */
export function presentTemplate(template: Template, query: URLSearchParams): JsonObject {
  const { quality, rejected_reason, made_ms: _made, life: _life, ...shown } = template;
  const more = {
    quality_score: { score: quality ?? 'UNKNOWN' },
    rejected_reason: rejected_reason ?? 'NONE',
    sub_category: undefined,
    previous_category: undefined,
    message_send_ttl_seconds: undefined,
    cta_url_link_tracking_opted_out: undefined,
    library_template_name: undefined,
  };
  return pickFields({ ...more, ...shown }, query, templateDefaults);
}

/** `GET /{waba}/message_templates` with the filters name, status, category, language, quality_score and name_or_content. */
export function listTemplates(call: GraphCall): Reply {
  requireWaba(call);
  const query = call.exchange.url.searchParams;
  const asked = (key: string): string | null => query.get(key)?.toLowerCase() ?? null;
  const is = (key: string, own: string) => asked(key) === null || asked(key) === own.toLowerCase();
  const found = templatesOf(call.account).filter(
    (template) =>
      template.name.includes(asked('name') ?? '') &&
      is('status', template.status) &&
      is('category', template.category) &&
      is('language', template.language) &&
      is('quality_score', template.quality ?? 'UNKNOWN') &&
      JSON.stringify([template.name, template.components])
        .toLowerCase()
        .includes(asked('name_or_content') ?? ''),
  );
  return pageOf(
    call,
    found.map((template) => presentTemplate(template, query)),
  );
}

/** `GET /message_template_library`: ready-made utility templates, in English unless another language is asked for. */
export function listLibrary(call: GraphCall): Reply {
  const { searchParams } = call.exchange.url;
  const words = (searchParams.get('search') ?? '').toLowerCase();
  const language = searchParams.get('language') ?? 'en_US';
  const found = sampleTemplates(call.account.waba_id).filter(
    (template) =>
      template.category === 'UTILITY' &&
      template.language === language &&
      JSON.stringify([template.name, template.components]).toLowerCase().includes(words),
  );
  const rows = found.map(({ id, name, language: own, category, components }) => {
    const part = (type: string) => components.find((component) => component.type === type) as JsonObject | undefined;
    return {
      ...{ id, name, language: own, category, topic: 'ORDER_MANAGEMENT' },
      ...(part('HEADER') && { header: part('HEADER')?.text }),
      body: part('BODY')?.text,
      ...(part('BUTTONS') && { buttons: part('BUTTONS')?.buttons }),
    };
  });
  return pageOf(call, rows);
}

/** `POST /{waba}/message_templates`: PENDING until its review ends. */
export async function createTemplate(call: GraphCall): Promise<Reply> {
  requireWaba(call);
  const { core, account } = call;
  const draft = checkDraft(await readParameters(call));
  const nowMs = clockOf(account);
  const lately = account.templates.made.filter(({ made_ms = 0 }) => nowMs - made_ms < 3_600_000);
  if (lately.length >= createdPerHour) throw new GraphError(4, 'More than 100 templates were made within an hour');
  if (templatesOf(account).some(({ name, language }) => name === draft.name && language === draft.language)) {
    throw new GraphError(100, 'There is already a template of this name in this language', 2388024);
  }
  if (templatesOf(account).length >= maxTemplates) {
    throw new GraphError(100, 'The account has 250 templates already');
  }
  if (reservedNames(account, nowMs).includes(`${draft.name} ${draft.language}`)) {
    throw new GraphError(100, 'A template of this name was deleted less than 30 days ago');
  }
  const template: Template = { ...draft, id: decimalId(), status: 'PENDING', made_ms: nowMs };
  account.templates = { ...account.templates, made: [...account.templates.made, template] };
  core.database.write(() => core.accounts.save(account));
  scheduleReview(core, account, template.id);
  return { status: 200, json: { id: template.id, status: 'PENDING', category: template.category } };
}

/** `POST /{template_id}`: other components or, unless it is approved, another category; it is reviewed again. */
export async function editTemplate(call: GraphCall, template: Template): Promise<Reply> {
  const { core, account } = call;
  const body = await readParameters(call);
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status)) {
    throw new GraphError(100, 'A template cannot be changed while it is reviewed', 2388039);
  }
  if (body.category !== undefined && template.status === 'APPROVED' && body.category !== template.category) {
    throw new GraphError(100, 'The category of an approved template cannot change');
  }
  const edits_ms = editsOf(template, clockOf(account));
  const given = ['components', 'category', 'message_send_ttl_seconds'].filter((key) => body[key] !== undefined);
  const draft = checkDraft({ ...template, ...Object.fromEntries(given.map((key) => [key, body[key]])) });
  const life = { ...template.life, ...(template.status === 'APPROVED' ? { edits_ms } : {}) };
  changeTemplate(core, account, template.id, { ...draft, status: 'PENDING', life });
  scheduleReview(core, account, template.id);
  return { status: 200, json: { success: true } };
}

/**
 * The edits of the last month including this one.
 * @throws GraphError 100 when an approved template was edited too often
 */
function editsOf({ status, life }: Template, nowMs: number): number[] {
  const month = (life?.edits_ms ?? []).filter((at) => nowMs - at < 30 * dayMs);
  if (status !== 'APPROVED') return month;
  const today = month.filter((at) => nowMs - at < dayMs);
  if (today.length >= editsADay || month.length >= editsAMonth) {
    throw new GraphError(100, 'An approved template may be changed once in 24 hours and 10 times in 30 days');
  }
  return [...month, nowMs];
}

/** Names with their language that an approved template had until recently. */
function reservedNames({ waba_id, templates }: Account, nowMs: number): string[] {
  const samples = sampleTemplates(waba_id).map((sample) => ({ ...sample, ...templates.changed[sample.id] }));
  return [...samples, ...templates.made].flatMap(({ status, life, name, language }) =>
    status === 'DELETED' && nowMs - (life?.deleted_ms ?? 0) < nameReservedMs ? [`${name} ${language}`] : [],
  );
}

/** `DELETE /{waba}/message_templates?name=`, `&hsm_id=`, or `?hsm_ids=[…]`, all or none. */
export function deleteTemplates(call: GraphCall): Reply {
  requireWaba(call);
  const { core, account, exchange } = call;
  const query = exchange.url.searchParams;
  const many = query.get('hsm_ids');
  const wanted = many === null ? null : [...many.matchAll(/\d+/g)].map(String);
  if ((wanted?.length ?? 0) > 100) throw new GraphError(100, 'hsm_ids: at most 100');
  const found = templatesOf(account).filter(({ id, name }) =>
    wanted === null ? name === query.get('name') && (query.get('hsm_id') ?? id) === id : wanted.includes(id),
  );
  if (found.length === 0 || (wanted !== null && found.length < wanted.length)) {
    throw new GraphError(100, 'The message template does not exist', 2593002);
  }
  const disabled = found.find(({ status }) => status === 'DISABLED');
  if (disabled) throw new GraphError(100, `${disabled.name} is disabled and cannot be deleted`);
  for (const { id, status, life } of found) {
    const rests = status === 'APPROVED' ? { life: { ...life, deleted_ms: clockOf(account) } } : {};
    changeTemplate(core, account, id, { status: 'DELETED', ...rests });
  }
  return { status: 200, json: { success: true } };
}

/** `POST /{template_id}/unpause`. */
export function unpauseTemplate(call: GraphCall): Reply {
  const template = templatesOf(call.account).find(({ id }) => id === call.id);
  if (!template) throw noSuchObject(call.id);
  if (template.status !== 'PAUSED') throw new GraphError(100, 'The template is not paused');
  sendStatusUpdate(call.core, call.account, template.id, 'APPROVED', { title: 'UNPAUSE', description: 'Unpaused' });
  return { status: 200, json: { success: true } };
}

/** `POST /{waba}/message_templates/archive` and `/unarchive` with `hsm_ids: "1,2"`. */
export async function moveTemplates(call: GraphCall): Promise<Reply> {
  requireWaba(call);
  const archive = call.rest === 'archive';
  if (!archive && call.rest !== 'unarchive') throw noSuchObject(call.rest);
  const { hsm_ids } = await readParameters(call);
  const ids: string[] = String(hsm_ids ?? '').match(/\d+/g) ?? [];
  const found = templatesOf(call.account).filter(({ id }) => ids.includes(id));
  for (const { id } of found) sendStatusUpdate(call.core, call.account, id, archive ? 'ARCHIVED' : 'APPROVED', null);
  const key = archive ? 'archived_templates' : 'unarchived_templates';
  return { status: 200, json: { [key]: found.map(({ id }) => id) } };
}
