import { useLingui } from '@lingui/react/macro';
import type { ScimRefusal, ScimToken } from '@parley/contract/types';
import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CompactTable } from '../../../../ui/compact-table.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { roleName } from '../../../../ui/role-name.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useRelativeTime } from '../../../../ui/use-relative-time.ts';
import { type ScimState, useScim } from '../../data/scim.ts';
import styles from '../business/business.module.css';
import rows from '../business/connections.module.css';
import { ScimDialogs, type ScimQuestion } from './scim-dialogs.tsx';

/** How an identity provider adds, changes and deactivates members. */
export function ScimSettings() {
  const { t } = useLingui();
  const found = useScim();
  const [question, setQuestion] = useState<ScimQuestion | null>(null);
  if (found.isError) {
    return <ProblemState title={t`Couldn’t load this`} error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.data === undefined) return <Skeleton shape="text" count={3} label={t`User provisioning`} />;
  return (
    <>
      <ScimStatus state={found.data} ask={setQuestion} />
      {question !== null && (
        <ScimDialogs question={question} address={found.data.base_url} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}

/** Address, tokens, and the last calls that were refused. */
export function ScimStatus({ state, ask }: { state: ScimState; ask: (question: ScimQuestion) => void }) {
  const { t } = useLingui();
  const { base_url: address, tokens, refusals } = state;
  return (
    <>
      <p className={styles.quiet}>
        {t`Your identity provider, such as Microsoft Entra ID or Okta, adds members and groups by SCIM 2.0, and suspends who leaves the company. Owners are not suspended or removed by it.`}
      </p>
      <div className={styles.words}>
        <span>{t`Base URL`}</span>
        <CopyText label={t`Base URL`} text={address} />
      </div>
      {tokens.length > 0 && (
        <ul className={rows.list} aria-label={t`SCIM tokens`}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} ask={ask} />
          ))}
        </ul>
      )}
      <p className={styles.actions}>
        <Button onClick={() => ask({ kind: 'create' })}>{t`New SCIM token`}</Button>
      </p>
      {refusals.length > 0 && <Refusals refusals={refusals} tokens={tokens} />}
    </>
  );
}

function TokenRow({ token, ask }: { token: ScimToken; ask: (question: ScimQuestion) => void }) {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const { name, created_by: by, last_used_at: usedAt } = token;
  const role = i18n._(roleName[token.default_role]);
  const creator = by.name ?? t`a former member`;
  return (
    <li className={rows.row}>
      <span className={rows.facts}>
        <strong>
          <bdi>{name}</bdi>
          {token.default_role === 'Admin' && <Badge tone="warn">{t`Adds Admins`}</Badge>}
        </strong>
        <small>
          {t`Ends in ${token.last4}`}
          {' · '}
          {t`New members: ${role}`}
          {' · '}
          {usedAt === null ? t`Never used` : t`Last used ${near(usedAt)}`}
        </small>
        <small>
          {t`Created by ${creator}, ${near(token.created_at)}`}
          {!by.manages && ` · ${t`no longer an Admin. Replace this token if they may still have it.`}`}
        </small>
      </span>
      <span className={rows.buttons}>
        <Button size="sm" onClick={() => ask({ kind: 'change', token })}>{t`Change`}</Button>
        <Button size="sm" danger onClick={() => ask({ kind: 'revoke', token })}>{t`Revoke`}</Button>
      </span>
    </li>
  );
}

function Refusals({ refusals, tokens }: { refusals: readonly ScimRefusal[]; tokens: readonly ScimToken[] }) {
  const { t } = useLingui();
  const { exact } = useDateLabels();
  const nameOf = (id: string) => tokens.find((token) => token.id === id)?.name ?? t`Revoked token`;
  return (
    <Disclosure title={t`Last refused calls`}>
      <CompactTable head={[t`When`, t({ message: 'Call', context: 'request' }), t`Answer`]}>
        {refusals.map((refusal) => (
          <tr key={refusal.id}>
            <td>
              {exact(refusal.at)}
              <br />
              <bdi>{nameOf(refusal.token_id)}</bdi>
            </td>
            <td>
              <code dir="ltr">{refusal.call}</code>
            </td>
            <td>
              {refusal.status} <bdi>{refusal.detail}</bdi>
            </td>
          </tr>
        ))}
      </CompactTable>
    </Disclosure>
  );
}
