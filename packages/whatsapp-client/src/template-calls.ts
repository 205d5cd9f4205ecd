import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { type JsonObject, readId, readList, readName, readNumber, readObject } from './fields.ts';
import { type CallBasics, type Caller, segment } from './graph-call.ts';
import { type GraphPage, type PageRequest, pageQuery, queryOf, readPage, readSuccess } from './read-page.ts';

/** A template at WhatsApp. */
export type TemplateInfo = {
  id: string;
  name: string;
  language: string;
  /** APPROVED, PENDING, REJECTED, PAUSED and others; new values may be added. */
  status: string;
  category: string | null;
  subCategory: string | null;
  previousCategory: string | null;
  /** NAMED or POSITIONAL. */
  parameterFormat: string | null;
  /** In WhatsApp's format. */
  components: JsonObject[];
  /** GREEN, YELLOW, RED or UNKNOWN. */
  qualityScore: string | null;
  rejectedReason: string | null;
  messageSendTtlSeconds: number | null;
};

/** A submitted template; `components` in WhatsApp's format. */
export type TemplateDraft = {
  name: string;
  language: string;
  category: string;
  parameterFormat?: 'NAMED' | 'POSITIONAL';
  components: readonly unknown[];
  messageSendTtlSeconds?: number;
};

export type TemplateChange = {
  category?: string;
  /** The whole list: missing ones are removed. */
  components?: readonly unknown[];
  messageSendTtlSeconds?: number;
};

export type TemplateFilter = {
  name?: string;
  status?: string;
  category?: string;
  language?: string;
  qualityScore?: string;
  nameOrContent?: string;
};

/** All languages of a name; one of them; or up to 100 by id, all or none. */
export type TemplateSelection = { name: string; templateId?: string } | { templateIds: readonly string[] };

export type CreatedTemplate = { id: string; status: string; category: string | null };

type OfAccount = CallBasics & { wabaId: string };
type OfTemplate = CallBasics & { templateId: string };

export type TemplateCalls = {
  listTemplates(
    request: OfAccount & PageRequest & { filter?: TemplateFilter },
  ): Promise<CallOutcome<GraphPage<TemplateInfo>>>;
  getTemplate(request: OfTemplate): Promise<CallOutcome<TemplateInfo>>;
  /**
   * At most 100 an hour and account. After a lost response it may exist: repeating the call then reports that the
   * name is taken.
   */
  createTemplate(request: OfAccount & { draft: TemplateDraft }): Promise<CallOutcome<CreatedTemplate>>;
  editTemplate(request: OfTemplate & { change: TemplateChange }): Promise<CallOutcome<true>>;
  deleteTemplates(request: OfAccount & { selection: TemplateSelection }): Promise<CallOutcome<true>>;
  /** Ends a pause caused by sending too fast. */
  unpauseTemplate(request: OfTemplate): Promise<CallOutcome<true>>;
  archiveTemplates(request: OfAccount & { templateIds: readonly string[] }): Promise<CallOutcome<true>>;
  unarchiveTemplates(request: OfAccount & { templateIds: readonly string[] }): Promise<CallOutcome<true>>;
  /** Creates or replaces authentication templates in several languages at once. */
  upsertTemplates(
    request: OfAccount & { name: string; languages: readonly string[]; components: readonly unknown[] },
  ): Promise<CallOutcome<CreatedTemplate[]>>;
};

const TEMPLATE_FIELDS = [
  ...['id', 'name', 'language', 'status', 'category', 'sub_category', 'previous_category', 'parameter_format'],
  ...['components', 'quality_score', 'rejected_reason', 'message_send_ttl_seconds'],
].join(',');

export function createTemplateCalls(call: Caller): TemplateCalls {
  const done = async (basics: CallBasics, method: 'POST' | 'DELETE', path: string, body?: unknown) =>
    toCallOutcome(await call({ ...basics, method, path, body }), readDone);
  const moveAs =
    (edge: 'archive' | 'unarchive') =>
    ({ wabaId, templateIds, ...basics }: OfAccount & { templateIds: readonly string[] }) =>
      done(basics, 'POST', `${segment(wabaId)}/message_templates/${edge}`, { hsm_ids: templateIds.join(',') });
  return {
    ...createTemplateReads(call),
    async createTemplate({ wabaId, draft, ...basics }) {
      const path = `${segment(wabaId)}/message_templates`;
      return toCallOutcome(await call({ ...basics, method: 'POST', path, body: draftBody(draft) }), readCreated);
    },
    editTemplate: ({ templateId, change, ...basics }) => done(basics, 'POST', segment(templateId), changeBody(change)),
    deleteTemplates: ({ wabaId, selection, ...basics }) =>
      done(basics, 'DELETE', `${segment(wabaId)}/message_templates${selectionQuery(selection)}`),
    unpauseTemplate: ({ templateId, ...basics }) => done(basics, 'POST', `${segment(templateId)}/unpause`),
    archiveTemplates: moveAs('archive'),
    unarchiveTemplates: moveAs('unarchive'),
    async upsertTemplates({ wabaId, name, languages, components, ...basics }) {
      const body = { name, languages, category: 'AUTHENTICATION', components };
      const path = `${segment(wabaId)}/upsert_message_templates`;
      const outcome = await call({ ...basics, method: 'POST', path, body });
      return toCallOutcome(outcome, (answer) => readPage(answer, readCreated)?.rows ?? null);
    },
  };
}

function createTemplateReads(call: Caller): Pick<TemplateCalls, 'listTemplates' | 'getTemplate'> {
  return {
    async listTemplates({ wabaId, filter, limit, after, ...basics }) {
      const { qualityScore, nameOrContent, ...words } = filter ?? {};
      const query = queryOf({
        fields: TEMPLATE_FIELDS,
        ...words,
        quality_score: qualityScore,
        name_or_content: nameOrContent,
        ...pageQuery({ limit, after }),
      });
      const outcome = await call({ ...basics, method: 'GET', path: `${segment(wabaId)}/message_templates${query}` });
      return toCallOutcome(outcome, (body) => readPage(body, readTemplate));
    },
    async getTemplate({ templateId, ...basics }) {
      const path = `${segment(templateId)}${queryOf({ fields: TEMPLATE_FIELDS })}`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), readTemplate);
    },
  };
}

function draftBody({ parameterFormat, messageSendTtlSeconds, ...draft }: TemplateDraft): JsonObject {
  return {
    ...draft,
    ...(parameterFormat === undefined ? {} : { parameter_format: parameterFormat }),
    ...(messageSendTtlSeconds === undefined ? {} : { message_send_ttl_seconds: messageSendTtlSeconds }),
  };
}

function changeBody({ messageSendTtlSeconds, ...change }: TemplateChange): JsonObject {
  return {
    ...change,
    ...(messageSendTtlSeconds === undefined ? {} : { message_send_ttl_seconds: messageSendTtlSeconds }),
  };
}

function selectionQuery(selection: TemplateSelection): string {
  if ('name' in selection) return queryOf({ name: selection.name, hsm_id: selection.templateId });
  return queryOf({ hsm_ids: `[${selection.templateIds.join(',')}]` });
}

function readTemplate(row: JsonObject): TemplateInfo | null {
  const [id, name, language] = [readId(row, 'id'), readName(row, 'name', 512), readName(row, 'language', 255)];
  const status = readName(row, 'status', 255);
  if (id === null || name === null || language === null || status === null) return null;
  const quality = readObject(row, 'quality_score');
  return {
    id,
    name,
    language,
    status,
    category: readName(row, 'category', 255),
    subCategory: readName(row, 'sub_category', 255),
    previousCategory: readName(row, 'previous_category', 255),
    parameterFormat: readName(row, 'parameter_format', 255),
    components: readList(row, 'components').filter(
      (part): part is JsonObject => typeof part === 'object' && part !== null && !Array.isArray(part),
    ),
    qualityScore: quality && readName(quality, 'score', 255),
    rejectedReason: readName(row, 'rejected_reason', 2_000),
    messageSendTtlSeconds: readNumber(row, 'message_send_ttl_seconds'),
  };
}

function readCreated(body: JsonObject): CreatedTemplate | null {
  const id = readId(body, 'id');
  if (id === null) return null;
  return { id, status: readName(body, 'status', 255) ?? 'PENDING', category: readName(body, 'category', 255) };
}

/** Archiving returns the ids it moved instead of a flag. */
function readDone(body: JsonObject): true | null {
  return readSuccess(body) ?? (Array.isArray(body.archived_templates ?? body.unarchived_templates) ? true : null);
}
