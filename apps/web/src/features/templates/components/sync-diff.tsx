import { useLingui } from '@lingui/react/macro';
import type { TemplateChange } from '@parley/contract/types';
import { useFieldWords } from '../data/use-field-words.ts';
import { useLanguageName } from '../data/use-language-name.ts';
import styles from './sync.module.css';
import { UseList } from './use-list.tsx';

/** Every field that differs: ours above WhatsApp's. */
export function SyncDiff({ change }: { change: TemplateChange }) {
  const { t } = useLingui();
  const language = useLanguageName();
  return (
    <>
      <header className={styles.diffHead}>
        <h2>
          <bdi>{change.name}</bdi>
        </h2>
        <span className={styles.quiet}>{language(change.language)}</span>
      </header>
      <div className={styles.fields}>
        {change.marker === 'DELETED' && (
          <p>{t`WhatsApp doesn’t have this template any more. It can’t be sent; sent messages stay as they are.`}</p>
        )}
        <FieldChanges fields={change.fields} labels={[change.marker === 'MODIFIED' ? 'Parley' : null, t`WhatsApp`]} />
        {change.used_in.length > 0 && (
          <section>
            <h3>{t`Used in`}</h3>
            <UseList uses={change.used_in} />
          </section>
        )}
      </div>
    </>
  );
}

type FieldChangesProps = {
  fields: TemplateChange['fields'];
  /** Of what was and what is; null: nothing was. */
  labels: readonly [string | null, string];
};

/** Fields that differ, each with its values. */
export function FieldChanges({ fields, labels: [before, after] }: FieldChangesProps) {
  const words = useFieldWords();
  return fields.map((change) => (
    <section key={change.field}>
      <h3>{words.name(change.field)}</h3>
      <dl className={styles.pair}>
        {before !== null && (
          <div>
            <dt>{before}</dt>
            <dd>
              <del dir="auto">{words.value(change.field, change.before)}</del>
            </dd>
          </div>
        )}
        <div>
          <dt>{after}</dt>
          <dd>
            <ins dir="auto">{words.value(change.field, change.after)}</ins>
          </dd>
        </div>
      </dl>
    </section>
  ));
}
