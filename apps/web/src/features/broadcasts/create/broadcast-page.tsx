import { LiveScope, OnlyWith } from '../../team/public.ts';

/** `/broadcast`: a broadcast in five steps; `?id=` names the draft, `?step=` the step that is open. */
export function BroadcastPage() {
  return (
    <LiveScope>
      <OnlyWith right="broadcasts.use">{null}</OnlyWith>
    </LiveScope>
  );
}
