import type { Campaign } from '@parley/contract/types';
import { DeleteDialog, EndSeriesDialog, StopDialog } from '../campaign-dialogs.tsx';
import { NameDialog } from '../name-dialog.tsx';
import type { CampaignDialog } from './use-row-actions.tsx';

type Props = { kind: CampaignDialog['kind']; campaign: Campaign; onClose: () => void };

const dialogs = { rename: NameDialog, stop: StopDialog, end: EndSeriesDialog, delete: DeleteDialog };

/** The dialog that an action of a broadcast opens. */
export function RowDialog({ kind, campaign, onClose }: Props) {
  const Dialog = dialogs[kind];
  return <Dialog campaign={campaign} onClose={onClose} />;
}
