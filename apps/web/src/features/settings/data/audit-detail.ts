import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AuditEvent } from '@parley/contract/types';
import { listText } from '../../../platform/formats.ts';

/** How the rows of a call were selected. */
const selectors: Readonly<Record<string, MessageDescriptor>> = {
  contact_list_id: msg`A list`,
  deletion_id: msg`One deletion`,
  everything: msg`Everything`,
  except: msg`All except`,
  filter: msg`A filter`,
  ids: msg`Selected manually`,
  search: msg`A search`,
  state: msg`Their state`,
};

/** What a bulk operation did with them. */
const operations: Readonly<Record<string, MessageDescriptor>> = {
  add_lists: msg`Added to lists`,
  delete: msg`Deleted`,
  remove_field: msg`Custom attribute removed`,
  remove_lists: msg`Removed from lists`,
  set_field: msg`Custom attribute set`,
};

const reasons: Readonly<Record<string, MessageDescriptor>> = {
  failing: msg`Not collected for three days`,
  gone: msg`The receiver answered 410`,
  too_many_sessions: msg`Too many sessions: this one was used longest ago`,
};

const methods: Readonly<Record<string, MessageDescriptor>> = {
  custom: msg`Custom token`,
  provider: msg`Identity provider`,
};

export type AuditFact = { label: MessageDescriptor; value: string };

/** What an event tells besides changed values, as text; words of newer versions by their name. */
export function detailFacts(
  detail: AuditEvent['detail'],
  translate: (message: MessageDescriptor) => string,
  nameOf: (userId: string) => string,
): AuditFact[] {
  const { count, route, selected_by, act, reason, message, shortcuts, fields, reassigned_to, method } = detail ?? {};
  const { application, scopes } = detail ?? {};
  const words = (value: unknown, known: Readonly<Record<string, MessageDescriptor>>) =>
    listText(
      textsOf(value).map((name) => (known[name] === undefined ? name.replaceAll('_', ' ') : translate(known[name]))),
    );
  const facts: AuditFact[] = [
    { label: msg`Count`, value: count === undefined ? '' : String(count) },
    { label: msg`Selected by`, value: words(selected_by, selectors) },
    { label: msg`Operation`, value: words(act, operations) },
    { label: msg`Reason`, value: words(reason, reasons) },
    { label: msg`Conversations reassigned to`, value: listText(textsOf(reassigned_to).map(nameOf)) },
    { label: msg`Sign-in method`, value: words(method, methods) },
    { label: msg`Application`, value: listText(textsOf(application)) },
    { label: msg`Scopes`, value: listText(textsOf(scopes)) },
    { label: msg`Shortcuts`, value: listText(textsOf(shortcuts)) },
    { label: msg`Changed (too long to show)`, value: listText(textsOf(fields)) },
    { label: msg`Route`, value: route ?? '' },
    { label: msg`Answer`, value: textsOf(message).join(' ') },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** One text or a list of them, whatever another version wrote. */
function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((text): text is string => typeof text === 'string');
}
