import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AssignmentRule, Client } from '@parley/contract/types';
import { useState } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { useRows } from '../../../sync/public.ts';
import { GroupsChoice, MembersChoice } from '../../../team/public.ts';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { SettingDialog } from './setting-dialog.tsx';

/** Who gets new conversations. */
export function AssignmentSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const { assignment_rule: rule } = client;
  return (
    <BusinessSection
      id="assignment"
      title={t`Assignment of new conversations`}
      lead={t`When a customer starts or reopens an unassigned conversation. Members who are away get none, and no one gets a conversation they can’t see.`}
      onChange={() => setChanging(true)}
    >
      {rule === null ? <p>{t`Not assigned automatically.`}</p> : <RuleText rule={rule} />}
      {changing && <AssignmentDialog rule={rule} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

function RuleText({ rule }: { rule: AssignmentRule }) {
  const { t, i18n } = useLingui();
  const users = useRows('users').filter(({ id }) => rule.user_ids.includes(id));
  const groups = useRows('user_groups').filter(({ id }) => rule.group_ids.includes(id));
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' });
  const everyone = rule.user_ids.length + rule.group_ids.length === 0;
  const names = list.format([...users, ...groups].map(({ name }) => name)) || t`No member: the chosen ones have left`;
  const { capacity } = rule;
  return (
    <dl className={styles.facts}>
      <dt>{t`Assign in turn to`}</dt>
      <dd>
        <bdi>{everyone ? t`All members` : names}</bdi>
      </dd>
      <dt>{t`At most`}</dt>
      <dd>
        {capacity === null
          ? t`No limit`
          : plural(capacity, { one: '# open conversation each', other: '# open conversations each' })}
      </dd>
      <dt>{t`When`}</dt>
      <dd>{rule.only_working ? t`In the member’s working hours` : t`At any time`}</dd>
    </dl>
  );
}

const inTurn: AssignmentRule = { user_ids: [], group_ids: [], capacity: null, only_working: true };

function AssignmentDialog({ rule, onClose }: { rule: AssignmentRule | null; onClose: () => void }) {
  const { t } = useLingui();
  const [on, setOn] = useState(rule !== null);
  const [draft, setDraft] = useState(rule ?? inTurn);
  const [limit, setLimit] = useState(String(rule?.capacity ?? ''));
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<AssignmentRule>) => setDraft({ ...draft, ...part });
  const changes = () => {
    if (!on) return { assignment_rule: null };
    const typed = limit.trim();
    const capacity = typed === '' ? null : Number(typed);
    const fits = capacity === null || (Number.isInteger(capacity) && capacity >= 1 && capacity <= 1_000);
    setProblem(fits ? null : t`Enter a whole number, 1 to 1000.`);
    return fits ? { assignment_rule: { ...draft, capacity } } : null;
  };
  return (
    <SettingDialog
      title={t`Assignment of new conversations`}
      changes={changes}
      fields={['assignment_rule.capacity']}
      saved={t`Assignment rule saved`}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Segments
            label={t`New conversations`}
            value={on ? 'turn' : 'none'}
            onChange={(next) => setOn(next === 'turn')}
            segments={[
              { value: 'none', label: t`Not assigned` },
              { value: 'turn', label: t`Members in turn` },
            ]}
          />
          {on && (
            <>
              <p className={styles.quiet}>{t`Choose no member and no group to include everyone.`}</p>
              <MembersChoice value={draft.user_ids} onChange={(user_ids) => change({ user_ids })} />
              <GroupsChoice value={draft.group_ids} onChange={(group_ids) => change({ group_ids })} />
              <TextField
                label={t`Maximum open conversations per member`}
                note={t`optional`}
                inputMode="numeric"
                autoComplete="off"
                value={limit}
                error={problem ?? errors['assignment_rule.capacity'] ?? null}
                onChange={(event) => {
                  setLimit(event.target.value);
                  setProblem(null);
                }}
              />
              <Checkbox
                checked={draft.only_working}
                onChange={(event) => change({ only_working: event.target.checked })}
              >
                {t`Only in the member’s working hours`}
              </Checkbox>
            </>
          )}
        </>
      )}
    </SettingDialog>
  );
}
