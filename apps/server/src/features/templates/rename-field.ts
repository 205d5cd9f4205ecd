import { listTemplateVariables } from '@parley/contract/template-fill';
import { renameVariable, variableNamed } from '@parley/contract/variables';
import type { TenantTx } from '../../platform/db/sql.ts';
import { type FieldUser, usedFields } from '../contacts/public.ts';
import { listNamedTemplates } from './repo.ts';
import { listReplyBodies, replaceReplyBody } from './session-repo.ts';

/** Follows a new name of a custom field in saved replies, private ones and those in the trash too. */
export async function renameFieldInReplies(tx: TenantTx, from: string, to: string): Promise<void> {
  for (const { id, body } of await listReplyBodies(tx)) {
    const renamed = renameVariable(body, from, to);
    if (renamed !== body) await replaceReplyBody(tx, id, renamed);
  }
}

/** Shared saved replies that use a custom field; private ones are only their owner's to see. */
export async function findFieldUsesInReplies(tx: TenantTx, names: readonly string[]): Promise<FieldUser[]> {
  return (await listReplyBodies(tx))
    .filter(({ shared }) => shared)
    .flatMap(({ id, name, body }) =>
      usedFields(body, names, renameVariable).map((field) => ({ field, kind: 'saved_reply' as const, id, name })),
    );
}

/**
 * WhatsApp templates with a variable that is filled from a custom field because of its name. A new name of the
 * attribute cannot change them: WhatsApp would have to review them again.
 */
export async function findFieldUsesInTemplates(tx: TenantTx, names: readonly string[]): Promise<FieldUser[]> {
  return (await listNamedTemplates(tx)).flatMap(({ id, name, language, parameter_format, components }) => {
    const variables = listTemplateVariables({ parameter_format, components }).filter(({ kind }) => kind === 'text');
    const used = new Set(variables.map((variable) => variableNamed(variable.name, names)));
    return names
      .filter((field) => used.has(field))
      .map((field) => ({ field, kind: 'template' as const, id, name: `${name} (${language})` }));
  });
}
