import { useLingui } from '@lingui/react/macro';
import type { Channel, Template } from '@parley/contract/types';
import { fixValue, isVariableName, primaryVariables, unknownVariables, variablesIn } from '@parley/contract/variables';
import { IconBraces } from '@tabler/icons-react';
import { useRef } from 'react';
import { listText } from '../../../platform/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Menu } from '../../../ui/layer/menu.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import {
  offeredTemplates,
  useCategoryLabels,
  useFieldName,
  useLanguageName,
  type useTemplatesOf,
} from '../../templates/public.ts';
import type { ComposeDraft, VariableSource } from '../data/draft.ts';
import { getsText } from '../data/messages.ts';
import type { Problems } from '../data/use-problems.ts';
import type { ComposeTarget } from '../data/use-targets.ts';
import styles from './compose.module.css';
import { NoTemplates, TemplateChoice } from './lazy-components.ts';
import { VariableTable } from './variable-table.tsx';

export type MessagePartProps = {
  channel: Channel;
  draft: ComposeDraft;
  targets: readonly ComposeTarget[];
  templates: ReturnType<typeof useTemplatesOf>;
  chosen: { row: Template; sources: Record<string, VariableSource> } | null;
  customFields: readonly string[];
  problems: Problems;
  onChange: (part: Partial<ComposeDraft>) => void;
};

/** The message: a text to recipients whose window is open and a template to the others, or a template to all. */
export function MessagePart(props: MessagePartProps) {
  const { t } = useLingui();
  const { channel, draft, targets, onChange } = props;
  const withText = targets.filter((target) => getsText(draft.how, target));
  const withTemplate = targets.filter((target) => !getsText(draft.how, target));
  const free = channel.kind === 'SESSION';
  const showsTemplate = !free && (draft.how === 'template' || withTemplate.length > 0);
  return (
    <section className={styles.part} aria-label={t`Message`}>
      <h2 className={styles.heading}>{t`Message`}</h2>
      {!free && (
        <div>
          <Segments
            label={t`Message`}
            value={draft.how}
            onChange={(how) => onChange({ how })}
            segments={[
              { value: 'template', label: t`Template` },
              { value: 'text', label: t`Free text` },
            ]}
          />
        </div>
      )}
      {(free || draft.how === 'text') && (
        <>
          {!free && targets.length > 0 && (
            <p className={styles.quiet}>
              {withText.length === 0
                ? t`No recipient has an open window: WhatsApp allows free text within 24 hours of the customer’s last message.`
                : t`Free text for ${namesOf(withText)}, whose window is open.`}
            </p>
          )}
          {(free || withText.length > 0 || targets.length === 0 || draft.text !== '') && <TextPart {...props} />}
          {showsTemplate && <h3 className={styles.group}>{t`Template for ${namesOf(withTemplate)}`}</h3>}
        </>
      )}
      {showsTemplate && <TemplatePart {...props} />}
    </section>
  );
}

function namesOf(targets: readonly ComposeTarget[]): string {
  return listText(targets.map(({ name }) => name));
}

function TextPart({ draft, customFields, problems, onChange }: MessagePartProps) {
  const { t } = useLingui();
  const fieldName = useFieldName();
  const field = useRef<HTMLDivElement>(null);
  const insert = (name: string) => {
    const area = field.current?.querySelector('textarea');
    const [from, to] = [area?.selectionStart ?? draft.text.length, area?.selectionEnd ?? draft.text.length];
    onChange({ text: `${draft.text.slice(0, from)}{{${name}}}${draft.text.slice(to)}` });
    area?.focus();
  };
  const names = variablesIn(draft.text).filter((name) => isVariableName(name, customFields));
  const unknown = unknownVariables(draft.text, customFields);
  return (
    <div ref={field} className={styles.part}>
      <TextAreaField
        label={t`Text`}
        rows={5}
        dir="auto"
        maxLength={4096}
        error={problems.text}
        value={draft.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <span>
        <Menu
          label={t`Variables of the contact`}
          align="start"
          groups={[
            [...primaryVariables, ...customFields].map((name) => ({
              id: name,
              label: fieldName(name),
              run: () => insert(name),
            })),
          ]}
          button={(menu) => (
            <Button {...menu} size="sm">
              <IconBraces {...smallIcon} />
              {t`Insert a variable`}
            </Button>
          )}
        />
      </span>
      {unknown.map((name) => (
        <Checkbox
          key={name}
          checked={draft.asTyped.includes(name)}
          onChange={({ target }) => {
            const others = draft.asTyped.filter((each) => each !== name);
            onChange({ asTyped: target.checked ? [...others, name] : others });
          }}
        >
          {t`Send ${`{{${name}}}`} as typed`}
        </Checkbox>
      ))}
      {names.map((name) => (
        <TextField
          key={name}
          label={t`For contacts without ${name}`}
          note={t`fallback`}
          placeholder={fixValue}
          value={draft.fallbacks[name] ?? ''}
          dir="auto"
          autoComplete="off"
          onChange={(event) => onChange({ fallbacks: { ...draft.fallbacks, [name]: event.target.value } })}
        />
      ))}
    </div>
  );
}

function TemplatePart({ channel, draft, templates, chosen, customFields, problems, onChange }: MessagePartProps) {
  const { t } = useLingui();
  const categoryLabels = useCategoryLabels();
  const languageName = useLanguageName();
  const { templates: rows, error, retry } = templates;
  if (error !== null) return <ProblemState title={t`Couldn’t load the templates`} error={error} onRetry={retry} />;
  if (rows === null) return <Skeleton shape="text" label={t`Loading templates`} count={4} />;
  const preferred = channel.default_templates.first_message;
  if (offeredTemplates(rows, null, '').length === 0) {
    return <NoTemplates channelId={channel.id} sandbox={channel.sandbox} knownCount={rows.length} />;
  }
  if (chosen === null) {
    return (
      <>
        {problems.template !== null && (
          <p className={styles.error} tabIndex={-1} aria-invalid="true">
            {problems.template}
          </p>
        )}
        <TemplateChoice
          templates={rows}
          defaultOf={preferred}
          before={draft.templateId === '' ? null : draft.templateId}
          onChoose={(templateId) => onChange({ templateId })}
        />
      </>
    );
  }
  const { row, sources } = chosen;
  const put = (key: string, source: VariableSource) =>
    onChange({ sources: { ...draft.sources, [row.id]: { ...sources, [key]: source } } });
  return (
    <>
      <p className={styles.chosen}>
        <bdi className={styles.name}>{row.name}</bdi>
        <span className={styles.quiet}>
          {[languageName(row.language), categoryLabels(row.category)].filter(Boolean).join(' · ')}
        </span>
        <Button size="sm" onClick={() => onChange({ templateId: '' })}>{t`Choose another`}</Button>
      </p>
      {problems.template !== null && (
        <p className={styles.error} tabIndex={-1} aria-invalid="true">
          {problems.template}
        </p>
      )}
      <VariableTable
        template={row}
        sources={sources}
        customFields={customFields}
        lacks={problems.variables}
        onChange={put}
        onLeaveOut={(keys) => onChange({ recipients: draft.recipients.filter(({ key }) => !keys.includes(key)) })}
      />
    </>
  );
}
