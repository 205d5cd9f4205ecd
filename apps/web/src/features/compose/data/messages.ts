import {
  fillTemplate,
  isSendableValue,
  listTemplateVariables,
  type TemplateDisplay,
  templateDisplay,
} from '@parley/contract/template-fill';
import type { ComposeBody, Template } from '@parley/contract/types';
import {
  renderText,
  type VariableContact,
  variablesIn,
  variableValue,
  withFallbacks,
} from '@parley/contract/variables';
import { suggestedVariables } from '../../templates/public.ts';
import type { ComposeDraft, Recipient, VariableSource } from './draft.ts';

/** A recipient with their contact and state. */
export type Target = {
  recipient: Recipient;
  name: string;
  variableContact: VariableContact;
  /** Whether a text may be sent to them now. */
  isWindowOpen: boolean;
};

/** The default sources of a template's variables: matching contact fields, else none. */
export function sourcesOf(
  template: Template,
  chosen: Record<string, VariableSource> | undefined,
  customFields: readonly string[],
): Record<string, VariableSource> {
  const suggested = suggestedVariables(template, customFields);
  return Object.fromEntries(
    listTemplateVariables(template).map(({ key }) => {
      const name = suggested[key];
      const first: VariableSource =
        name === undefined ? { from: 'value', value: '' } : { from: 'field', name, fallback: '' };
      return [key, chosen?.[key] ?? first];
    }),
  );
}

/** The value of a contact field for a template; null when WhatsApp would refuse it. */
function sendableField(name: string, variableContact: VariableContact): string | null {
  const value = variableValue(name, variableContact);
  return value !== null && isSendableValue(value) ? value : null;
}

/** The values of a template as they are sent: the server fills in those of the contact. */
function valuesToSend(
  sources: Record<string, VariableSource>,
  variableContact: VariableContact,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sources).map(([key, source]) => {
      if (source.from === 'value') return [key, source.value.trim()];
      return [
        key,
        sendableField(source.name, variableContact) === null ? source.fallback.trim() : `{{${source.name}}}`,
      ];
    }),
  );
}

/** The values of a template for one recipient; '' where there is none. */
export function valuesFor(
  sources: Record<string, VariableSource>,
  variableContact: VariableContact,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sources).map(([key, source]) => {
      if (source.from === 'field') return [key, sendableField(source.name, variableContact) ?? source.fallback.trim()];
      const made = renderText(source.value.trim(), variableContact);
      return [key, made.missing.length > 0 ? '' : made.text];
    }),
  );
}

export function displayFor(
  template: Template,
  sources: Record<string, VariableSource>,
  variableContact: VariableContact,
): TemplateDisplay {
  return templateDisplay(template, fillTemplate(template, valuesFor(sources, variableContact)));
}

/** A template before a recipient is chosen: contact fields in brackets. */
export function displayWithoutRecipient(
  template: Template,
  sources: Record<string, VariableSource>,
  fieldName: (field: string) => string,
): TemplateDisplay {
  const values = Object.entries(sources).map(([key, source]) => {
    const value = source.from === 'field' ? `[${fieldName(source.name)}]` : source.value.trim();
    return [key, value];
  });
  return templateDisplay(template, fillTemplate(template, Object.fromEntries(values)));
}

/** The text of a message for one recipient, `FIX VALUE` where a value is missing. */
export function textFor(
  { text, fallbacks, asTyped }: Pick<ComposeDraft, 'text' | 'fallbacks' | 'asTyped'>,
  variableContact: VariableContact,
): string {
  return renderText(text, variableContact, { fallbacks, asTyped }).text;
}

/** Whether a recipient gets the text; the others get the template. */
export function getsText(how: ComposeDraft['how'], target: Pick<Target, 'isWindowOpen'>): boolean {
  return how === 'text' && target.isWindowOpen;
}

/** The messages to send. @param ids their ids, in the order of the recipients */
export function bodyOf(
  draft: Pick<ComposeDraft, 'how' | 'text' | 'fallbacks' | 'asTyped' | 'sendAt'>,
  channelId: string,
  targets: readonly Target[],
  template: { row: Template; sources: Record<string, VariableSource> } | null,
  ids: readonly string[],
): ComposeBody {
  const messages = targets.map((target, at): ComposeBody['messages'][number] => {
    const { digits, contactId } = target.recipient;
    const whom = {
      id: ids[at] ?? '',
      ...(digits === null ? { contact_id: contactId ?? '' } : { to: `+${digits}` }),
    };
    if (getsText(draft.how, target)) {
      const body = withFallbacks(draft.text, target.variableContact, draft.fallbacks);
      const names = draft.asTyped.filter((name) => variablesIn(body).includes(name));
      const asTyped = names.length === 0 ? {} : { as_typed: names };
      return { ...whom, type: 'text', text: { preview_url: false, body }, ...asTyped };
    }
    if (template === null) throw new Error('a message without a text needs a template');
    const { row, sources } = template;
    const components = fillTemplate(row, valuesToSend(sources, target.variableContact));
    return { ...whom, type: 'template', template: { id: row.id, components } };
  });
  return { channel_id: channelId, ...(draft.sendAt !== null && { send_at: draft.sendAt }), messages };
}
