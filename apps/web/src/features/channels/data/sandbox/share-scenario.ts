import type { useLingui } from '@lingui/react/macro';
import type { Scenario } from '@parley/contract/types';
import { saveBlob } from '../../../../platform/download.ts';
import { toast } from '../../../../ui/toast.ts';
import { linkOf } from './scenario-link.ts';

/** Copies a URL with the scenario, and confirms it. */
export async function copyLink(scenario: Scenario, t: ReturnType<typeof useLingui>['t']): Promise<void> {
  const link = linkOf(scenario, `${location.origin}/sandbox`);
  if (link === null) {
    toast({ message: t`This scenario is too long for a link. Save it as a file.` });
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    toast({ message: t`Link copied` });
  } catch {
    // Without permission for the clipboard, the URL is put into the address bar.
    history.replaceState(history.state, '', link);
    toast({ message: t`The link stands in the address line.` });
  }
}

export function saveScenarioFile(scenario: Scenario): void {
  const file = new Blob([JSON.stringify(scenario, null, 2)], { type: 'application/json' });
  saveBlob(file, `${scenario.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`);
}
