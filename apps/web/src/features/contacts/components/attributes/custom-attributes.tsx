import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CustomField } from '@parley/contract/types';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { queryClient } from '../../../../platform/query.tsx';
import { Button } from '../../../../ui/button.tsx';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../../ui/page.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../../ui/sub-panel.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { PermissionNote, useRefusal } from '../../../team/public.ts';
import { fieldsKey, invalidateFields, useFieldsQuery } from '../../data/contacts-data.ts';
import { suggestedFields } from '../../data/field-types.ts';
import { useFieldUses } from '../../data/field-uses.ts';
import styles from './custom-attributes.module.css';
import { type FieldDialogState, FieldDialogs } from './field-dialogs.tsx';
import { FieldLine } from './field-line.tsx';

const commands: Command[] = [
  { id: 'fields.new', group: 'create', title: msg`New custom attribute`, keys: 'n', icon: IconPlus },
  { id: 'fields.rename', group: 'list', title: msg`Rename the custom attribute`, keys: 'f2', keysOnly: true },
];

/** The custom fields of the account: names, types, order, and where they are used. */
export function CustomAttributes() {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { data: fields, error, refetch } = useFieldsQuery();
  const [question, setQuestion] = useState<FieldDialogState | null>(null);
  const manages = useRefusal('custom_fields.manage') === null;
  const adds = useRefusal('contacts.edit') === null;
  const usesOf = useFieldUses(manages);
  const make = () => setQuestion({ kind: 'new' });
  useCommands(commands, {
    ...(adds && { 'fields.new': make }),
    ...(manages && {
      'fields.rename': () => {
        const name = document.activeElement?.closest('[data-field]')?.getAttribute('data-field');
        const field = fields?.find((one) => one.name === name);
        if (field !== undefined) setQuestion({ kind: 'edit', field });
      },
    }),
  });
  const move = async (field: CustomField, step: 1 | -1) => {
    if (fields === undefined) return;
    const names = fields.map(({ name }) => name);
    const at = names.indexOf(field.name);
    const to = at + step;
    if (to < 0 || to >= names.length) return;
    names.splice(at, 1);
    names.splice(to, 0, field.name);
    const before = fields;
    // An answer on its way has the order of before: it would move the rows back until the next one.
    await queryClient.cancelQueries({ queryKey: fieldsKey });
    // Applied at once; the server's order replaces it.
    queryClient.setQueryData(
      fieldsKey,
      names.flatMap((name) => before.find((one) => one.name === name) ?? []),
    );
    try {
      await api('PUT /api/custom-fields/order', { body: { names } });
    } catch (failure) {
      queryClient.setQueryData(fieldsKey, before);
      toast({ message: words(failure) });
    }
    invalidateFields();
  };
  const show = async (field: CustomField) => {
    try {
      await api('PUT /api/custom-fields/{name}', { params: { name: field.name }, body: { hidden: false } });
    } catch (failure) {
      toast({ message: words(failure) });
    }
    invalidateFields();
  };
  const phone = useBelow('md');
  return (
    <Page label={t`Custom attributes`} scroll="document">
      <PageBar title={t`Custom attributes`} start={<SubPanelButton label={t`Settings pages`} />}>
        {adds && fields !== undefined && fields.length > 0 && (
          <Button variant="filled" aria-keyshortcuts="N" aria-label={t`New attribute`} onClick={make}>
            <IconPlus {...smallIcon} />
            {!phone && t`New attribute`}
          </Button>
        )}
      </PageBar>
      <PageBody padded>
        <div className={styles.page}>
          <p
            className={styles.lead}
          >{t`Add your own fields to every contact. In a message, write the field name in double braces to insert the customer’s value.`}</p>
          <PermissionNote right="custom_fields.manage" />
          {fields === undefined && error && (
            <ProblemState title={t`Couldn’t load the attributes`} error={error} onRetry={() => void refetch()} />
          )}
          {fields === undefined && !error && <Skeleton shape="table" label={t`Reading`} count={5} />}
          {fields?.length === 0 && <NoFields adds={adds} onMake={make} />}
          {fields !== undefined && fields.length > 0 && (
            <ul className={styles.list} aria-label={t`Custom attributes`}>
              {fields.map((field, place) => (
                <FieldLine
                  key={field.name}
                  field={field}
                  uses={usesOf(field.name)}
                  manages={manages}
                  first={place === 0}
                  last={place === fields.length - 1}
                  onMove={(step) => void move(field, step)}
                  onEdit={() => setQuestion({ kind: 'edit', field })}
                  onUses={() => setQuestion({ kind: 'uses', field, uses: usesOf(field.name) })}
                  onDelete={() => setQuestion({ kind: 'delete', field, uses: usesOf(field.name) })}
                  onShow={() => void show(field)}
                />
              ))}
            </ul>
          )}
        </div>
      </PageBody>
      {question && <FieldDialogs question={question} onClose={() => setQuestion(null)} />}
    </Page>
  );
}

/** Five common fields, each added with one click. */
function NoFields({ adds, onMake }: { adds: boolean; onMake: () => void }) {
  const { t, i18n } = useLingui();
  const { busy, run } = useAction();
  const add = async (name: string, type: CustomField['type']) => {
    await run(() => api('POST /api/custom-fields', { body: { name, type } }));
    invalidateFields();
  };
  return (
    <EmptyState
      title={t`No attributes yet`}
      actions={adds && <Button variant="filled" onClick={onMake}>{t`New attribute`}</Button>}
    >
      <p>{t`Which details do you want to store about your customers? Popular fields:`}</p>
      {adds && (
        <p className={styles.suggestions}>
          {suggestedFields.map(({ name, type }) => (
            <Button key={name.id} size="sm" busy={busy} onClick={() => void add(i18n._(name), type)}>
              <IconPlus {...smallIcon} />
              {i18n._(name)}
            </Button>
          ))}
        </p>
      )}
    </EmptyState>
  );
}
