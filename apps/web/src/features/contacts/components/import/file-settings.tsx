import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactImport, ImportEncoding } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Switch } from '../../../../ui/checkbox.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Progress } from '../../../../ui/progress.tsx';
import { ChoiceField } from '../../../../ui/select.tsx';
import { type EncodingChoice, useEncodings } from '../../../../ui/use-encodings.ts';
import { setImport } from '../../data/import/import-data.ts';
import { type GoTo, hasStarted } from '../../data/import/steps.ts';
import styles from './import.module.css';
import { PreviewTable } from './preview-table.tsx';
import uploadStyles from './upload-step.module.css';
import { useEnterKey } from './use-enter-key.ts';

type Settings = { has_header?: boolean; encoding?: ImportEncoding; delimiter?: Delimiter };
const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];

/** The uploaded file: how it was read, which can be corrected, and its first rows. */
export function FileSettings({ row, goTo }: { row: ContactImport; goTo: GoTo }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const encodings = useEncodings();
  const [problem, setProblem] = useState<string | null>(null);
  const { data: rows } = useQuery({
    queryKey: ['import-rows', row.id, row.has_header, row.encoding, row.delimiter],
    queryFn: ({ signal }) =>
      api('GET /api/imports/{id}/rows', { params: { id: row.id }, query: { limit: 200 } }, { signal }),
    enabled: row.state !== 'reading' && row.state !== 'failed',
    staleTime: 0,
  });
  const again = (settings: Settings) => {
    setProblem(null);
    const kept: Settings = { has_header: row.has_header, ...known(row, encodings), ...settings };
    api('POST /api/imports/{id}/read', { params: { id: row.id }, body: kept })
      .then(setImport)
      .catch((error: unknown) => setProblem(words(error)));
  };
  const isRead = row.state !== 'reading' && row.state !== 'failed';
  const next = () => goTo({ step: 'map' });
  useEnterKey(isRead ? next : null);
  if (row.state === 'failed' && row.columns.length === 0)
    return <FileUnreadable row={row} again={again} problem={problem} goTo={goTo} />;
  return (
    <div className={styles.wide}>
      <div className={styles.head}>
        <div className={styles.lead}>
          <h2>
            <bdi>{row.name}</bdi>
          </h2>
          <p role="status">
            {row.state === 'reading'
              ? t`Reading`
              : t`${plural(row.rows, { one: '# row', other: '# rows' })}, ${plural(row.columns.length, { one: '# column', other: '# columns' })}.`}{' '}
            {row.looks_like !== null && <Badge tone="info">{t`Possibly ${row.looks_like}`}</Badge>}
          </p>
        </div>
        {row.state === 'reading' && (
          <Progress
            label={t`Reading the file`}
            note={plural(row.done, { one: '# row', other: '# rows' })}
            value={row.rows === 0 ? 0 : row.done / row.rows}
          />
        )}
        {row.state === 'failed' && (
          <p role="alert" className={styles.bad}>
            {row.error}
          </p>
        )}
        {!hasStarted(row) && row.state !== 'reading' && (
          <div className={uploadStyles.settings}>
            <Switch checked={row.has_header} onChange={(has_header) => again({ has_header })}>
              {t`The first row has the names of the columns`}
            </Switch>
            {row.format === 'csv' && <TextSettings row={row} again={again} />}
            {row.encoding !== null && !row.encoding.startsWith('utf') && (
              <p className={styles.quiet}>{t`The file isn’t UTF-8. If letters look wrong, choose another encoding.`}</p>
            )}
          </div>
        )}
        {problem !== null && (
          <p role="alert" className={styles.bad}>
            {problem}
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="filled" blocked={!isRead} onClick={next}>
            {t`Next: match the columns`}
          </Button>
          <Button variant="plain" onClick={() => goTo({ step: 'upload', id: '' })}>{t`Choose another file`}</Button>
        </div>
      </div>
      {rows !== undefined && row.state !== 'reading' && (
        <PreviewTable header={row.columns.map(({ name }) => name)} rows={rows.data.map(({ values }) => values)} />
      )}
    </div>
  );
}

/** The encoding and delimiter that were used to read the file. */
function known(row: ContactImport, encodings: readonly EncodingChoice[]): Settings {
  const encoding = encodings.find(({ value }) => value === row.encoding)?.value;
  const delimiter = delimiters.find((one) => one === row.delimiter);
  return { ...(encoding && { encoding }), ...(delimiter && { delimiter }) };
}

function TextSettings({ row, again }: { row: ContactImport; again: (settings: Settings) => void }) {
  const { t } = useLingui();
  const encodings = useEncodings();
  const now = known(row, encodings);
  return (
    <>
      <ChoiceField
        label={t`Encoding`}
        value={now.encoding ?? 'utf-8'}
        onChange={(encoding) => again({ encoding })}
        choices={encodings}
      />
      <ChoiceField
        label={t`Column separator`}
        value={now.delimiter ?? ','}
        onChange={(delimiter) => again({ delimiter })}
        choices={[
          { value: ',', label: t`Comma` },
          { value: ';', label: t`Semicolon` },
          { value: '\t', label: t`Tab` },
          { value: '|', label: t`Pipe` },
        ]}
      />
    </>
  );
}

/** Why the file could not be read, and what to do: other settings or another file. */
function FileUnreadable(props: {
  row: ContactImport;
  again: (settings: Settings) => void;
  problem: string | null;
  goTo: GoTo;
}) {
  const { t } = useLingui();
  const { row, again, problem, goTo } = props;
  return (
    <div className={styles.column}>
      <EmptyState
        title={t`This file couldn’t be read`}
        actions={
          <>
            <Button variant="filled" onClick={() => goTo({ step: 'upload', id: '' })}>{t`Choose another file`}</Button>
            <Button onClick={() => again({ encoding: 'windows-1252' })}>{t`Read as Western encoding`}</Button>
          </>
        }
      >
        <p>
          <bdi>{row.name}</bdi>
        </p>
        <p role="alert">{problem ?? row.error}</p>
        <p>{t`Nothing was imported.`}</p>
      </EmptyState>
    </div>
  );
}
