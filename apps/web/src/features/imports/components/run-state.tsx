import { useLingui } from '@lingui/react/macro';
import type { ImportSourceRun } from '@parley/contract/types';
import { IconCheck, IconClock, IconMinus, IconX } from '@tabler/icons-react';
import { Badge } from '../../../ui/badge.tsx';

const size = { size: 13, stroke: 2 } as const;

export function useRunStateText(): (state: ImportSourceRun['state']) => string {
  const { t } = useLingui();
  return (state) =>
    ({
      waiting: t`Waiting`,
      fetching: t`Fetching`,
      importing: t`Importing`,
      done: t`Imported`,
      unchanged: t`No change`,
      failed: t`Failed`,
      skipped: t`Skipped`,
    })[state];
}

/** How a run went. */
export function RunState({ state }: { state: ImportSourceRun['state'] }) {
  const text = useRunStateText()(state);
  if (state === 'done')
    return (
      <Badge tone="ok" icon={<IconCheck {...size} />}>
        {text}
      </Badge>
    );
  if (state === 'failed')
    return (
      <Badge tone="bad" icon={<IconX {...size} />}>
        {text}
      </Badge>
    );
  if (state === 'unchanged' || state === 'skipped') return <Badge icon={<IconMinus {...size} />}>{text}</Badge>;
  return <Badge icon={<IconClock {...size} />}>{text}</Badge>;
}
