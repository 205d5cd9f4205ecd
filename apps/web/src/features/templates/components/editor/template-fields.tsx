import { useLingui } from '@lingui/react/macro';
import { contentLimits } from '@parley/contract/template-content';
import type { Channel, TemplateCategory } from '@parley/contract/types';
import { TextField } from '../../../../ui/field.tsx';
import { FieldRow } from '../../../../ui/form.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { isMissing } from '../../data/missing-parts.ts';
import { templateLanguages } from '../../data/template-languages.ts';
import { useLanguageName } from '../../data/use-language-name.ts';
import { useLintWords } from '../../data/use-lint-words.ts';
import type { TemplateEditorState } from '../../data/use-template-editor.ts';
import { BodyFields } from './body-fields.tsx';
import { ButtonFields } from './button-fields.tsx';
import { CardFields } from './card-fields.tsx';
import { CodeFields } from './code-fields.tsx';
import styles from './editor.module.css';
import { HeaderFields } from './header-fields.tsx';
import { LibraryChoice } from './library-choice.tsx';
import { OfferFields } from './offer-fields.tsx';
import { ValidityField } from './validity-field.tsx';

type TemplateFieldsProps = {
  editor: TemplateEditorState;
  channels: readonly Channel[];
  showAll: boolean;
  isTranslation: boolean;
};

export function TemplateFields({ editor, channels, showAll, isTranslation }: TemplateFieldsProps) {
  const { t } = useLingui();
  const language = useLanguageName();
  const words = useLintWords();
  const { values, change, template, findings, problem, setContent } = editor;
  const { category, content } = values;
  const submitted = template !== null && template.status !== 'DRAFT';
  const errorOf = (field: string) => {
    const found = findings.find((finding) => finding.field === field && finding.level === 'error');
    const shown = found !== undefined && (showAll || !isMissing(found, values));
    return problem?.fields[field] ?? (shown ? words(found) : null);
  };
  const help: Record<TemplateCategory, string> = {
    AUTHENTICATION: t`One-time codes only. WhatsApp writes the text.`,
    MARKETING: t`Offers, news and invitations. The most expensive category.`,
    UTILITY: t`About an order, appointment or account of the customer. Costs less than marketing.`,
  };
  return (
    <>
      {channels.length > 1 && !submitted && (
        <SelectField
          label={t`Number`}
          choices={channels.map(({ id, channel_label: label }) => ({ value: id, label }))}
          value={values.channelId}
          onChange={(channelId) => change({ channelId })}
        />
      )}
      {template === null && !isTranslation && <LibraryChoice editor={editor} />}
      <FieldRow>
        <TextField
          label={t`Name`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={submitted || isTranslation}
          value={values.name}
          error={errorOf('name')}
          help={t`Lowercase letters, digits and underscores`}
          onChange={(event) => change({ name: event.target.value.toLowerCase().replaceAll(/[\s-]+/g, '_') })}
        />
        {submitted ? (
          <TextField label={t`Language`} disabled value={language(values.language)} readOnly />
        ) : (
          <SelectField
            label={t`Language`}
            choices={templateLanguages.map((value) => ({ value, label: language(value) }))}
            value={values.language}
            onChange={(value) => change({ language: value })}
          />
        )}
      </FieldRow>
      <div className={styles.group}>
        <span className={styles.label}>{t`Category`}</span>
        <Segments<TemplateCategory>
          label={t`Category`}
          segments={[
            { value: 'MARKETING', label: t`Marketing`, disabled: template?.status === 'ACTIVE' },
            { value: 'UTILITY', label: t`Utility`, disabled: template?.status === 'ACTIVE' },
            { value: 'AUTHENTICATION', label: t`Authentication`, disabled: submitted },
          ]}
          value={category}
          onChange={(value) => change({ category: value })}
        />
        <p className={styles.help}>{help[category]}</p>
      </div>
      {category === 'AUTHENTICATION' ? (
        <CodeFields editor={editor} errorOf={errorOf} />
      ) : (
        <>
          <HeaderFields editor={editor} errorOf={errorOf} />
          {category === 'MARKETING' || content.offer !== null ? (
            <OfferFields editor={editor} errorOf={errorOf} />
          ) : null}
          <BodyFields
            editor={editor}
            errorOf={errorOf}
            limit={content.offer === null ? contentLimits.body : contentLimits.offerBody}
          />
          <TextField
            label={t`Footer`}
            note={t`optional · ${content.footer.length} of ${contentLimits.footer}`}
            dir="auto"
            value={content.footer}
            error={errorOf('footer')}
            onChange={(event) => setContent({ footer: event.target.value })}
          />
          <ButtonFields editor={editor} errorOf={errorOf} />
          <CardFields editor={editor} errorOf={errorOf} />
        </>
      )}
      <ValidityField editor={editor} errorOf={errorOf} />
    </>
  );
}
