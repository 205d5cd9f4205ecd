import { sampleTemplates, type Template } from '../graph/sample-templates.ts';
import { type Bag, isBag } from '../graph/shape.ts';
import type { Account } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import { enqueueField } from './updates.ts';

/** All templates of an account: the samples as they now are, and its own. */
export function templatesOf(account: Account): Template[] {
  const { made, changed } = account.templates;
  const samples = sampleTemplates(account.waba_id).map((sample) => ({ ...sample, ...changed[sample.id] }));
  return [...samples, ...made].filter((template) => template.status !== 'DELETED');
}

/** Writes what a template is from now on. */
export function changeTemplate(core: Core, account: Account, id: string, change: Partial<Template>): void {
  const { made, changed } = account.templates;
  const own = made.some((template) => template.id === id);
  account.templates = own
    ? { made: made.map((template) => (template.id === id ? { ...template, ...change } : template)), changed }
    : { made, changed: { ...changed, [id]: { ...changed[id], ...change } } };
  core.books.write(() => core.accounts.save(account));
}

/** Changes a template's state and tells the business. */
export function tellStatus(
  core: Core,
  account: Account,
  id: string,
  status: string,
  info: Bag | null,
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
  core.books.write(() => enqueueField(core, account, 'message_template_status_update', value));
}

/** The platform puts a template into another category and tells the business. */
export function tellCategory(core: Core, account: Account, id: string, category: Template['category']): void {
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
  core.books.write(() => enqueueField(core, account, 'template_category_update', value));
}

/** `POST …/templates/{id}` of the control surface: a review's end, a pause, a quality, as the platform would decide. */
export function decideTemplate(core: Core, account: Account, id: string, decision: Bag): boolean {
  const template = templatesOf(account).find((one) => one.id === id);
  if (!template) return false;
  const { status, reason, quality, other_info } = decision;
  if (typeof status === 'string') {
    const info = isBag(other_info) ? other_info : null;
    tellStatus(core, account, id, status, info, typeof reason === 'string' ? reason : undefined);
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
    core.books.write(() => enqueueField(core, account, 'message_template_quality_update', value));
  }
  return true;
}
