import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { sendHttp } from '../../../../platform/http.ts';
import { CompactTable } from '../../../../ui/compact-table.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { type ApiCall, type ApiDocument, callsIn, type ErrorCodes, errorCodesOf } from '../../data/api-document.ts';
import { useReferenceAddress } from '../../data/use-reference-address.ts';
import styles from './api-reference.module.css';
import { CallDetails } from './call-details.tsx';

/** All calls that a key may make, from the OpenAPI document: each with what it takes, a command, and a way to try it. */
export function ApiReference({ apiKey: key, onApiKey: setKey }: { apiKey: string; onApiKey: (key: string) => void }) {
  const { t } = useLingui();
  const { address, go } = useReferenceAddress();
  const { call: open } = address;
  // The address follows: what is typed must not wait for it.
  const [search, setSearch] = useState(address.find ?? '');
  const find = (words: string) => {
    setSearch(words);
    go({ find: words });
  };
  const document = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => sendHttp({ method: 'GET', url: '/api/openapi.json', signal }) as Promise<ApiDocument>,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const calls = useMemo(
    () => (document.data === undefined ? [] : callsIn(document.data, search)),
    [document.data, search],
  );
  if (document.isPending) return <Skeleton shape="text" label={t`Loading the reference`} count={8} />;
  if (document.isError) {
    return (
      <ProblemState
        title={t`Couldn’t load the reference`}
        error={document.error}
        onRetry={() => void document.refetch()}
      />
    );
  }
  return (
    <section className={styles.reference} aria-label={t`Reference`}>
      <TextField
        label={t`API key for trying calls`}
        note={t`optional`}
        help={t`Not saved. Calls run on this account and have real effects.`}
        type="password"
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <SearchBox label={t`Search calls`} value={search} onChange={find} />
      {calls.length === 0 && (
        <EmptyState title={t`No call found`}>
          <p>{t`Search for a path, a scope or a word of its description.`}</p>
        </EmptyState>
      )}
      {groupsOf(calls).map(([group, rows]) => (
        <section key={group} className={styles.group} aria-label={group}>
          <h3 dir="ltr">{group}</h3>
          <ul>
            {rows.map((call) => (
              <li
                key={call.id}
                ref={call.id === open ? scrollToFirst : undefined}
                data-open={call.id === open || undefined}
              >
                <button
                  type="button"
                  className={styles.call}
                  aria-expanded={call.id === open}
                  onClick={() => go({ call: call.id === open ? undefined : call.id })}
                >
                  <code dir="ltr">
                    <b>{call.method}</b> {call.path}
                  </code>
                  <span>{call.summary}</span>
                </button>
                {call.id === open && <CallDetails call={call} document={document.data} apiKey={key} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {search === '' && <ErrorCodesList codes={errorCodesOf(document.data)} />}
    </section>
  );
}

/** A call that an address names is shown; where a click opened it, it is in view already. */
function scrollToFirst(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: 'nearest' });
}

/** What a refused call may answer. */
function ErrorCodesList({ codes }: { codes: ErrorCodes }) {
  const { t } = useLingui();
  return (
    <section className={styles.group} aria-label={t`Error codes`}>
      <h3>{t`Error codes`}</h3>
      <p>{t`Every refusal has a code, a message, and in data the fields that are wrong. Rely on the code.`}</p>
      <CompactTable head={[t`Code`, t`Status`, t`Retry`]}>
        {Object.entries(codes).map(([code, { status, retriable }]) => (
          <tr key={code}>
            <td>
              <code dir="ltr">{code}</code>
            </td>
            <td>{status}</td>
            <td>{retriable ? t`Later` : '–'}</td>
          </tr>
        ))}
      </CompactTable>
    </section>
  );
}

function groupsOf(calls: readonly ApiCall[]): [string, ApiCall[]][] {
  return [...Map.groupBy(calls, ({ group }) => group)];
}
