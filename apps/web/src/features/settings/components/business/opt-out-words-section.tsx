import { useLingui } from '@lingui/react/macro';
import { defaultOptOutWords, knownWordsOf, type OptOutWords } from '@parley/contract/opt-out-words';
import type { Client } from '@parley/contract/types';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { FieldRow } from '../../../../ui/form.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { draftOf, type OptOutDraft, optOutLanguages, wordsOf } from '../../data/opt-out-draft.ts';
import { useLanguageName } from '../../data/use-language-name.ts';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { SettingDialog, type SettingErrors } from './setting-dialog.tsx';

/** The words with which customers opt out of marketing messages and in again. */
export function OptOutWordsSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const languageName = useLanguageName();
  return (
    <BusinessSection
      id="opt-out-words"
      title={t`Opt-out words`}
      lead={t`A customer whose message is one of these words gets no more marketing messages, or gets them again. Only whole messages count; capital letters, accents, punctuation and emoji make no difference. A tap on “Stop promotions” counts in every language.`}
      onChange={() => setChanging(true)}
    >
      {client.opt_out_words.length === 0 && <p>{t`No words: customers can’t opt out by message.`}</p>}
      <dl className={styles.facts}>
        {client.opt_out_words.map((words) => (
          <Language key={words.language} name={languageName(words.language)} words={words} />
        ))}
      </dl>
      {changing && <OptOutWordsDialog client={client} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

function Language({ name, words: { opt_out, opt_in } }: { name: string; words: OptOutWords }) {
  const { t } = useLingui();
  const [out, back] = [opt_out.join(', '), opt_in.join(', ')];
  return (
    <>
      <dt>{name}</dt>
      <dd className={styles.words}>
        {out !== '' && <span>{t`Opt out: ${out}`}</span>}
        {back !== '' && <span>{t`Opt in: ${back}`}</span>}
      </dd>
    </>
  );
}

function OptOutWordsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const languageName = useLanguageName();
  const [draft, setDraft] = useState(() => draftOf(client.opt_out_words));
  const usual = defaultOptOutWords(client.country);
  const free = useMemo(() => {
    const choices = optOutLanguages
      .filter((language) => !draft.some((one) => one.language === language))
      .map((value) => ({ value, label: languageName(value) }));
    return choices.sort((a, b) => a.label.localeCompare(b.label, i18n.locale));
  }, [draft, languageName, i18n.locale]);
  const set = (index: number, part: Partial<OptOutDraft>) =>
    setDraft(draft.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const chosen = wordsOf(draft);
  const isDefault = JSON.stringify(chosen) === JSON.stringify(usual);
  return (
    <SettingDialog
      title={t`Opt-out words`}
      changes={() => ({ opt_out_words: isDefault ? null : chosen })}
      fields={draft.flatMap((_, at) => [`opt_out_words.${at}.opt_out`, `opt_out_words.${at}.opt_in`])}
      saved={t`Opt-out words saved`}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.quiet}>{t`Separate words with commas.`}</p>
          {draft.map((one, at) => (
            <LanguageFields
              key={one.language}
              name={languageName(one.language)}
              at={at}
              draft={one}
              errors={errors}
              onChange={(part) => set(at, part)}
              onRemove={() => setDraft(draft.filter(({ language }) => language !== one.language))}
            />
          ))}
          <SelectField
            label={t`Add a language`}
            choices={free}
            value=""
            onChange={(language) =>
              language !== '' &&
              setDraft([...draft, ...draftOf([knownWordsOf(language) ?? { language, opt_out: [], opt_in: [] }])])
            }
          />
          <p>
            <Button blocked={isDefault} onClick={() => setDraft(draftOf(usual))}>
              {t`Use the default words`}
            </Button>
          </p>
        </>
      )}
    </SettingDialog>
  );
}

type LanguageFieldsProps = {
  name: string;
  at: number;
  draft: OptOutDraft;
  errors: SettingErrors;
  onChange: (part: Partial<OptOutDraft>) => void;
  onRemove: () => void;
};

function LanguageFields({ name, at, draft, errors, onChange, onRemove }: LanguageFieldsProps) {
  const { t } = useLingui();
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      <FieldRow>
        <TextField
          label={t`Opt out`}
          value={draft.opt_out}
          error={errors[`opt_out_words.${at}.opt_out`] ?? null}
          onChange={(event) => onChange({ opt_out: event.target.value })}
        />
        <TextField
          label={t`Opt in again`}
          note={t`optional`}
          value={draft.opt_in}
          error={errors[`opt_out_words.${at}.opt_in`] ?? null}
          onChange={(event) => onChange({ opt_in: event.target.value })}
        />
      </FieldRow>
      <IconButton size="sm" label={t`Remove ${name}`} onClick={onRemove}>
        <IconX {...smallIcon} />
      </IconButton>
    </fieldset>
  );
}
