import { useLingui } from '@lingui/react/macro';
import type { AudienceContact, Template } from '@parley/contract/types';
import { useState } from 'react';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { suggestedVariables } from '../../../templates/public.ts';
import { suggestedTest, variantA, variantB } from '../../data/editor/ab-test.ts';
import { defaultName } from '../../data/editor/draft.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useDay, useProblemText } from '../../data/editor/use-editor-text.ts';
import { useVariableNames } from '../../data/editor/use-variable-names.ts';
import { AbTestFields } from './ab-test-fields.tsx';
import styles from './editor.module.css';
import { NoTemplates, TemplateChoice } from './lazy-components.ts';
import { VariableTable } from './variable-table.tsx';

type StepProps = {
  broadcast: Broadcast;
  /** The contact in the preview, with the values of each variant. */
  contact: AudienceContact | null;
  contactB: AudienceContact | null;
};

/** The message, or the two of an A/B test. */
export function MessageStep({ broadcast, contact, contactB }: StepProps) {
  const { t } = useLingui();
  const { store, state, template } = broadcast;
  const { ab_test: test } = state.draft;
  const same = broadcast.problems.find(({ kind }) => kind === 'ab_same');
  const words = useProblemText();
  const toggle = (
    <Checkbox
      checked={test !== null}
      onChange={(event) => store.change({ ab_test: event.target.checked ? suggestedTest : null })}
    >
      {t`Compare with a second message (A/B test)`}
    </Checkbox>
  );
  if (test === null) {
    return (
      <div className={styles.fields}>
        <MessageChoice broadcast={broadcast} contact={contact} />
        {template !== undefined && toggle}
      </div>
    );
  }
  return (
    <div className={styles.fields}>
      {toggle}
      <fieldset className={styles.choice}>
        <legend>{t`Variant A`}</legend>
        <MessageChoice broadcast={variantA(broadcast)} contact={contact} />
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>{t`Variant B`}</legend>
        <MessageChoice broadcast={variantB(broadcast)} contact={contactB} />
      </fieldset>
      {same !== undefined && <p className={styles.bad}>{words(same, (key) => key)}</p>}
      <AbTestFields broadcast={broadcast} test={test} />
    </div>
  );
}

/** A template that can be sent now, and the values of its variables. */
function MessageChoice({ broadcast, contact }: { broadcast: Broadcast; contact: AudienceContact | null }) {
  const { t } = useLingui();
  const words = useProblemText();
  const label = useVariableNames(broadcast);
  const [choosing, setChoosing] = useState(false);
  const choose = useChoose(broadcast);
  const { template, templates, templatesError, channel, templateVariables, problems } = broadcast;
  const isChosen = template !== undefined && template.status === 'ACTIVE' && !choosing;
  const stale = problems.find(
    ({ kind }) => kind === 'template_state' || kind === 'template_gone' || kind === 'unfillable',
  );
  if (templatesError !== null) {
    return (
      <ProblemState title={t`Couldn’t load the templates`} error={templatesError} onRetry={broadcast.readTemplates} />
    );
  }
  if (templates === null || channel === undefined) {
    return <Skeleton shape="text" label={t`Loading templates`} count={4} />;
  }
  if (!templates.some(({ status }) => status === 'ACTIVE')) {
    return <NoTemplates channelId={channel.id} sandbox={channel.sandbox} knownCount={templates.length} />;
  }
  return (
    <div className={styles.fields}>
      {stale && <Banner tone="warn">{words(stale, label)}</Banner>}
      {isChosen ? (
        <>
          <p className={styles.row}>
            <Chosen template={template} />
            <Button size="sm" onClick={() => setChoosing(true)}>{t`Choose another`}</Button>
          </p>
          {templateVariables.length === 0 ? (
            <p className={styles.quiet}>{t`No variables: everyone gets the same message.`}</p>
          ) : (
            <VariableTable broadcast={broadcast} contact={contact} />
          )}
        </>
      ) : (
        <Choice
          templates={templates}
          onChoose={(id) => {
            setChoosing(false);
            choose(id);
          }}
        />
      )}
    </div>
  );
}

export function Chosen({ template }: { template: Template }) {
  const categories = useCategories();
  const category = template.category;
  return (
    <span>
      <bdi className={styles.strong}>{template.name}</bdi>{' '}
      <span className={styles.quiet}>
        {[template.language, category === null ? '' : (categories[category] ?? category)].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

function useCategories(): Record<string, string> {
  const { t } = useLingui();
  return { AUTHENTICATION: t`One-time code`, MARKETING: t`Marketing`, UTILITY: t`Utility` };
}

type ChoiceProps = { templates: readonly Template[]; onChoose: (id: string) => void };

/** Templates by category and language, with a search. */
function Choice({ templates, onChoose }: ChoiceProps) {
  const { t } = useLingui();
  const categories = useCategories();
  const [category, setCategory] = useState('');
  const [language, setLanguage] = useState('');
  const active = templates.filter(({ status }) => status === 'ACTIVE');
  const inUse = [...new Set(active.flatMap((one) => one.category ?? []))].toSorted();
  const languages = [...new Set(active.map((one) => one.language))].toSorted();
  const offered = active.filter(
    (one) => (category === '' || one.category === category) && (language === '' || one.language === language),
  );
  return (
    <>
      <div className={styles.row}>
        {inUse.length > 1 && (
          <Select
            className={styles.narrow}
            aria-label={t`Category`}
            value={category}
            onChange={(event) => setCategory(event.target.value)}
          >
            <option value="">{t`All categories`}</option>
            {inUse.map((one) => (
              <option key={one} value={one}>
                {categories[one] ?? one}
              </option>
            ))}
          </Select>
        )}
        {languages.length > 1 && (
          <Select
            className={styles.narrow}
            aria-label={t`Language`}
            value={language}
            onChange={(event) => setLanguage(event.target.value)}
          >
            <option value="">{t`All languages`}</option>
            {languages.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </div>
      <TemplateChoice templates={offered} defaultOf={null} before={null} onChoose={onChoose} />
    </>
  );
}

/** Chooses a template: fills in suggested variables, and updates a generated name. */
function useChoose({ store, state, templates, template: before, customFields }: Broadcast): (id: string) => void {
  const { t } = useLingui();
  const day = useDay();
  return (id) => {
    const template = templates?.find((one) => one.id === id);
    if (template === undefined || id === state.draft.template_id) return;
    const today = day(Date.now());
    const given = state.draft.name.trim();
    const isNobodys = given === '' || given === defaultName(before?.name ?? t`Broadcast`, today);
    const variables = Object.fromEntries(
      Object.entries(suggestedVariables(template, customFields)).map(([key, field]) => [key, { field }]),
    );
    store.change({
      template_id: id,
      variables,
      ...(isNobodys && { name: defaultName(template.name, today) }),
    });
  };
}
