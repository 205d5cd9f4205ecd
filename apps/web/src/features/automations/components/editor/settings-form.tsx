import { useLingui } from '@lingui/react/macro';
import type { Flow } from '@parley/contract/types';
import { Switch } from '../../../../ui/checkbox.tsx';
import { NumberField } from './number-field.tsx';

type Settings = Flow['settings'];

export function SettingsForm({ settings, onChange }: { settings: Settings; onChange: (settings: Settings) => void }) {
  const { t } = useLingui();
  return (
    <>
      <NumberField
        label={t`Minutes of silence after a member replies (0: never silent)`}
        value={settings.quiet_minutes}
        min={0}
        max={10_080}
        onChange={(quiet_minutes) => onChange({ ...settings, quiet_minutes })}
      />
      <NumberField
        label={t`Most runs a day in a conversation`}
        value={settings.max_runs}
        min={1}
        max={100}
        onChange={(max_runs) => onChange({ ...settings, max_runs })}
      />
      <Switch checked={settings.pass_on} onChange={(pass_on) => onChange({ ...settings, pass_on })}>
        {t`Later automations may run too`}
      </Switch>
    </>
  );
}
