import { sampleTemplates, type Template } from '../graph/sample-templates.ts';
import { isJsonObject, type JsonObject } from '../graph/shape.ts';
import type { Account } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import { enqueueField } from './updates.ts';

/** All templates of an account: the samples in their current state, and its own. */
export function templatesOf(account: Account): Template[] {
  const { made, changed } = account.templates;
  const samples = sampleTemplates(account.waba_id).map((sample) => ({ ...sample, ...changed[sample.id] }));
  return [...samples, ...made].filter((template) => template.status !== 'DELETED');
}

/** Updates a template. */
export function changeTemplate(core: Core, account: Account, id: string, change: Partial<Template>): void {
  const { made, changed } = account.templates;
  const own = made.some((template) => template.id === id);
  account.templates = own
    ? { made: made.map((template) => (template.id === id ? { ...template, ...change } : template)), changed }
    : { made, changed: { ...changed, [id]: { ...changed[id], ...change } } };
  core.database.write(() => core.accounts.save(account));
}

/** Changes a template's status and notifies the business. */
export function sendStatusUpdate(
  core: Core,
  account: Account,
  id: string,
  status: string,
  info: JsonObject | null,
  reason?: string,
): void {
  changeTemplate(core, account, id, { status, rejected_reason: reason ?? 'NONE' });
  const template = templatesOf(account).find((one) => one.id === id);
  if (!template) return;
  const value = {
    event: status,
    message_template_id: `#${id}#`,
    message_template_name: template.name,
    message_template_language: template.language.replace('_', '-'),
    message_template_category: template.category,
    reason: reason ?? 'NONE',
    ...(info === null ? {} : { other_info: info }),
  };
  core.database.write(() => enqueueField(core, account, 'message_template_status_update', value));
}

/** Moves a template to another category and notifies the business. */
export function sendCategoryUpdate(core: Core, account: Account, id: string, category: Template['category']): void {
  const template = templatesOf(account).find((one) => one.id === id);
  if (!template || template.category === category) return;
  changeTemplate(core, account, id, { category });
  const value = {
    message_template_id: `#${id}#`,
    message_template_name: template.name,
    message_template_language: template.language.replace('_', '-'),
    previous_category: template.category,
    new_category: category,
  };
  core.database.write(() => enqueueField(core, account, 'template_category_update', value));
}

/** `POST …/templates/{id}` of the control surface: a review's end, a pause, a quality, as the platform would decide. */
export function decideTemplate(core: Core, account: Account, id: string, decision: JsonObject): boolean {
  const template = templatesOf(account).find((one) => one.id === id);
  if (!template) return false;
  const { status, reason, quality, other_info } = decision;
  if (typeof status === 'string') {
    const info = isJsonObject(other_info) ? other_info : null;
    sendStatusUpdate(core, account, id, status, info, typeof reason === 'string' ? reason : undefined);
  }
  if (typeof quality === 'string') {
    const previous_quality_score = template.quality ?? 'UNKNOWN';
    changeTemplate(core, account, id, { quality });
    const named = {
      message_template_id: `#${id}#`,
      message_template_name: template.name,
      message_template_language: template.language.replace('_', '-'),
    };
    const value = { previous_quality_score, new_quality_score: quality, ...named };
    core.database.write(() => enqueueField(core, account, 'message_template_quality_update', value));
  }
  return true;
}
