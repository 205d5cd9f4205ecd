import type { useLingui } from '@lingui/react/macro';
import type { Scenario } from '@parley/contract/types';
import { toast } from '../../../ui/toast.ts';
import { linkOf } from './scenario-link.ts';

/** Copies an address that brings the scenario along, and says so. */
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
    // Without the right to the clipboard the address line has it.
    history.replaceState(history.state, '', link);
    toast({ message: t`The link stands in the address line.` });
  }
}

export function saveFile(scenario: Scenario): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(scenario, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${scenario.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
