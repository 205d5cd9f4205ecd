import { useLingui } from '@lingui/react/macro';
import type { CampaignAudience } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useDay } from '../../data/editor/use-editor-text.ts';
import audienceStyles from './audience.module.css';
import { FieldGroup } from './field-group.tsx';

type Earlier = NonNullable<CampaignAudience['earlier']>;
type Outcome = Earlier['states'][number];

type Props = { earlier: Earlier | null; onChange: (earlier: Earlier | null) => void };

/** Recipients of an earlier broadcast, by their result. */
export function EarlierChoice({ earlier, onChange }: Props) {
  const { t } = useLingui();
  const day = useDay();
  const { data: sent = [], isSuccess } = useQuery({
    queryKey: ['campaigns', 'sent'],
    queryFn: async ({ signal }) => {
      const query = { state: ['RUNNING', 'PAUSED', 'FINISHED', 'CANCELLED'] as const, limit: 100 };
      return (await api('GET /api/campaigns', { query: { ...query, state: [...query.state] } }, { signal })).data;
    },
  });
  const outcomes: [Outcome, string][] = [
    ['DELIVERED', t`Delivered, not read`],
    ['READ', t`Read`],
    ['TAPPED', t`Tapped a button or link`],
    ['REPLIED', t`Replied`],
    ['NOT_REPLIED', t`Did not reply`],
    ['FAILED', t`Failed`],
    ['CAPPED', t`On hold by WhatsApp`],
    ['SENT', t`Sent, not delivered`],
    ['UNKNOWN', t`Delivery unknown`],
    ['SKIPPED', t`Excluded`],
    ['QUEUED', t`Queued`],
  ];
  if (isSuccess && sent.length === 0 && earlier === null) return null;
  const isGone = earlier !== null && isSuccess && !sent.some(({ id }) => id === earlier.campaign_id);
  return (
    <FieldGroup title={t`Recipients of an earlier broadcast`}>
      <Field label={t`Broadcast`}>
        {(ties) => (
          <Select
            {...ties}
            value={earlier?.campaign_id ?? ''}
            onChange={(event) => {
              const campaign_id = event.target.value;
              onChange(campaign_id === '' ? null : { campaign_id, states: earlier?.states ?? ['DELIVERED'] });
            }}
          >
            <option value="">{t`None`}</option>
            {isGone && <option value={earlier.campaign_id}>{t`Earlier broadcast`}</option>}
            {sent.map(({ id, name, started_at }) => (
              <option key={id} value={id}>
                {started_at === null ? name : `${name} (${day(Date.parse(started_at))})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {earlier !== null && (
        <div className={audienceStyles.choices}>
          {outcomes.map(([state, words]) => (
            <Checkbox
              key={state}
              checked={earlier.states.includes(state)}
              onChange={(event) => {
                const states = event.target.checked
                  ? [...earlier.states, state]
                  : earlier.states.filter((one) => one !== state);
                // Without results it would match no one, so the whole source is removed.
                onChange(states.length === 0 ? null : { ...earlier, states });
              }}
            >
              {words}
            </Checkbox>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}
