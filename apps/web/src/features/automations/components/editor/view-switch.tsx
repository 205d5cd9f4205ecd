import { useLingui } from '@lingui/react/macro';
import { IconList, IconSitemap } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { smallIcon } from '../../../../ui/icon.ts';
import { Segments } from '../../../../ui/segments.tsx';
import { chooseView, type FlowView, useViewChoice } from '../../data/view-choice.ts';

/** The view by the address, else as chosen on this device. */
export function useFlowView(): FlowView {
  const { view } = useSearch({ strict: false }) as Record<string, unknown>;
  const chosen = useViewChoice((choice) => choice.view);
  return view === 'canvas' || view === 'list' ? view : chosen;
}

export function ViewSwitch() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const view = useFlowView();
  return (
    <Segments
      label={t`View of the flow`}
      size="sm"
      segments={[
        {
          value: 'list' as const,
          label: (
            <>
              <IconList {...smallIcon} />
              {t`List`}
            </>
          ),
        },
        {
          value: 'canvas' as const,
          label: (
            <>
              <IconSitemap {...smallIcon} />
              {t`Canvas`}
            </>
          ),
        },
      ]}
      value={view}
      onChange={(next) => {
        chooseView(next);
        const search = (was: Record<string, unknown>) => ({ ...was, view: next });
        void navigate({ to: '/automations', search: search as never, replace: true });
      }}
    />
  );
}
