import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Automation } from '@parley/contract/types';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useActorName } from '../../../contacts/public.ts';
import { useVersions } from '../../data/automations-data.ts';
import { exportFlow } from '../../data/flow-file.ts';
import { useAccountNames } from '../../data/use-account-names.ts';
import { useFlowWords } from '../../data/use-flow-words.ts';
import styles from './editor.module.css';

type Props = { automation: Automation; edits: boolean; onRollBack: (number: number) => void; onClose: () => void };

/** Published versions: any of them can be exported, or published again. */
export function VersionsDialog({ automation, edits, onRollBack, onClose }: Props) {
  const { t } = useLingui();
  const dates = useDateLabels();
  const actor = useActorName();
  const words = useFlowWords();
  const account = useAccountNames();
  const { data: versions } = useVersions(automation.id);
  return (
    <Dialog title={t`Versions`} onClose={onClose}>
      {versions === undefined && <Skeleton shape="list" label={t`Reading`} count={3} />}
      <ul className={styles.versions}>
        {versions?.map(({ number, flow, published_at, published_by }) => (
          <li key={number}>
            <span>
              <b>{number === automation.published_version ? t`Version ${number} · live` : t`Version ${number}`}</b>
              <small>{`${actor(published_by)}, ${dates.exact(published_at)}`}</small>
              <small>{`${words.trigger(flow.trigger)} · ${plural(flow.steps.length, { one: '# step', other: '# steps' })}`}</small>
            </span>
            <Button size="sm" variant="plain" onClick={() => exportFlow({ name: automation.name, flow }, account)}>
              {t`Export`}
            </Button>
            {edits && number !== automation.published_version && (
              <Button
                size="sm"
                onClick={() => {
                  onRollBack(number);
                  onClose();
                }}
              >
                {t`Publish again`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
