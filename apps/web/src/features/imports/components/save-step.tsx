import { useLingui } from '@lingui/react/macro';
import type { ImportSource } from '@parley/contract/types';
import { useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { FormError } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import type { ImportDraft } from '../../contacts/public.ts';
import { type AddressForm, headerOf, isComplete, mappingOf, newSchedule, rulesOf } from '../data/source-form.ts';
import { changeSource, createSource, type FilePreview } from '../data/sources.ts';
import { RuleFields } from './import-fields.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import styles from './sources.module.css';

type Props = {
  source: ImportSource | null;
  address: AddressForm;
  file: FilePreview;
  draft: ImportDraft;
  onChange: (draft: ImportDraft) => void;
  onBack: () => void;
  onSaved: (id: string) => void;
};

/** Step 3: existing contacts, lists, opt-in, and when the file is imported. */
export function SaveStep({ source, address, file, draft, onChange, onBack, onSaved }: Props) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  // Created once, so that saving again after a lost answer creates one source.
  const [id] = useState(() => source?.id ?? uuidv7());
  const [schedule, setSchedule] = useState(source?.schedule ?? newSchedule);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { rules, mapping } = draft;
  const byColumn = mapping.some(({ target }) => target === 'opted_in_at');
  const lacksSource = rules.opt_in_source?.trim() === '' && !byColumn;
  const save = async () => {
    setBusy(true);
    setProblem(null);
    const settings = {
      ...{ name: address.name.trim(), url: address.url.trim(), header: headerOf(address) },
      ...{ mapping: mappingOf(file.columns, draft), rules: rulesOf(rules), schedule },
    };
    try {
      if (source === null) await createSource({ id, ...settings });
      else await changeSource(id, settings);
      toast({ message: source === null ? t`CSV address added` : t`CSV address saved` });
      onSaved(id);
    } catch (error) {
      setProblem(words(error));
      setBusy(false);
    }
  };
  return (
    <section className={styles.step} aria-label={t`Rules and schedule`}>
      <ScheduleFields value={schedule} onChange={setSchedule} />
      <RuleFields
        mapping={mapping}
        rules={rules}
        newListName={null}
        onChange={(changes) => onChange({ ...draft, rules: { ...rules, ...changes } })}
      />
      {lacksSource && <p>{t`Enter where and how they opted in, or turn it off.`}</p>}
      <FormError>{problem}</FormError>
      <div className={styles.foot}>
        <Button onClick={onBack}>{t`Back`}</Button>
        <Button variant="filled" busy={busy} blocked={lacksSource || !isComplete(schedule)} onClick={() => void save()}>
          {source === null ? t`Add address` : t`Save`}
        </Button>
      </div>
    </section>
  );
}
