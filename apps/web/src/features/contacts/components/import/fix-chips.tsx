import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactImport, ImportFix, ImportRules } from '@parley/contract/types';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { downloadFile } from '../../../../platform/download.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChipButton } from '../../../../ui/chip.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { inputClass } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { toast } from '../../../../ui/toast.ts';
import { useRefusal } from '../../../team/public.ts';
import { setImport } from '../../data/import/import-data.ts';
import checkStyles from './check-step.module.css';
import styles from './import.module.css';

export type FixChipsProps = {
  row: ContactImport;
  isReady: boolean;
  rules: ImportRules;
  onPrefix: (prefix: string | undefined) => void;
};

/** Fixes that apply to many rows at once. */
export function FixChips({ row, isReady, rules, onPrefix }: FixChipsProps) {
  const { t } = useLingui();
  const fixText = useFixText();
  const words = useServerErrorMessage();
  const mayExport = useRefusal('contacts.export') === null;
  const [busy, setBusy] = useState(false);
  const { id, check } = row;
  const { data: fixes = [] } = useQuery({
    queryKey: ['import-fixes', id, check, row.checked_ms],
    queryFn: async ({ signal }) => (await api('GET /api/imports/{id}/fixes', { params: { id } }, { signal })).data,
    enabled: isReady,
    placeholderData: (before) => before,
  });
  if (check.invalid + check.duplicates === 0) return null;
  const applyFix = async ({ fix }: ImportFix) => {
    setBusy(true);
    try {
      for (let more = true; more; ) {
        const answer = await api('POST /api/imports/{id}/fixes', { params: { id }, body: { fix } });
        more = answer.more;
        if (!more) setImport(answer.import);
      }
    } catch (error) {
      toast({ message: words(error) });
    } finally {
      setBusy(false);
    }
  };
  const download = () =>
    void downloadFile('GET /api/imports/{id}/rejected', { params: { id } }, 'rows-to-fix.csv').catch((error: unknown) =>
      toast({ message: words(error) }),
    );
  return (
    <div className={checkStyles.fixes}>
      {isReady && fixes.length > 0 && <span className={styles.quiet}>{t`Fix multiple rows`}</span>}
      {isReady &&
        fixes.map((fix) => (
          <ChipButton key={fix.fix} aria-disabled={busy || undefined} onClick={() => !busy && void applyFix(fix)}>
            {fixText(fix)}
          </ChipButton>
        ))}
      {check.invalid > 0 && <PrefixForm prefix={rules.number_prefix} onPrefix={onPrefix} />}
      <span className={styles.space} />
      {mayExport && (
        <ChipButton onClick={download}>
          <IconDownload {...smallIcon} />
          {t`Rows as CSV`}
        </ChipButton>
      )}
    </div>
  );
}

function useFixText() {
  const { t, i18n } = useLingui();
  const countries = new Intl.DisplayNames(i18n.locale, { type: 'region' });
  return ({ fix, rows }: ImportFix): string => {
    if (fix === 'letters')
      return t`${plural(rows, { one: 'Convert letters to digits in # number', other: 'Convert letters to digits in # numbers' })}`;
    if (fix === 'words')
      return t`${plural(rows, { one: 'Remove words from # number', other: 'Remove words from # numbers' })}`;
    if (fix === 'first')
      return t`${plural(rows, { one: 'Use the first of two numbers in # row', other: 'Use the first of two numbers in # rows' })}`;
    if (fix === 'shorten')
      return t`${plural(rows, { one: 'Shorten the text in # row', other: 'Shorten the text in # rows' })}`;
    if (fix === 'merge') return t`${plural(rows, { one: 'Merge # duplicate', other: 'Merge # duplicates' })}`;
    const country = countries.of(fix.slice('country:'.length)) ?? fix;
    return t`${plural(rows, { one: `Add the country code of ${country} to # number`, other: `Add the country code of ${country} to # numbers` })}`;
  };
}

/** Adds a country code to every number that cannot be parsed. */
function PrefixForm({
  prefix,
  onPrefix,
}: {
  prefix: string | undefined;
  onPrefix: (prefix: string | undefined) => void;
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(prefix ?? '+');
  const input = useRef<HTMLInputElement>(null);
  // The button that opened it had the focus.
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  if (!open) {
    return (
      <ChipButton look={prefix === undefined ? 'plain' : 'on'} onClick={() => setOpen(true)}>
        {prefix === undefined ? t`Add a country code` : t`${prefix} is added`}
      </ChipButton>
    );
  }
  const isFine = /^\+[1-9]\d{0,3}$/.test(text.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isFine) return;
    onPrefix(text.trim());
    setOpen(false);
  };
  return (
    <form className={checkStyles.prefix} onSubmit={submit}>
      <input
        className={inputClass()}
        aria-label={t`Country code for numbers that can’t be read, like +91`}
        inputMode="tel"
        dir="ltr"
        maxLength={5}
        ref={input}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="sm" blocked={!isFine}>{t`Add to unreadable numbers`}</Button>
      <Button
        variant="plain"
        size="sm"
        onClick={() => {
          onPrefix(undefined);
          setOpen(false);
        }}
      >
        {prefix === undefined ? t`Cancel` : t`Skip`}
      </Button>
    </form>
  );
}
