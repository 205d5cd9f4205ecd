import { type Viewer, visibilityOf } from '../../team/public.ts';
import type { ContactSelection } from './selection-repo.ts';

/** The viewer's visibility scope as the contacts table takes it; undefined: all contacts are visible. */
export function visibilityScopeOf(actor: Viewer): ContactSelection['assignee'] {
  const { assigneeId, channelIds, groupIds } = visibilityOf(actor);
  return assigneeId === null ? undefined : { id: assigneeId, channelIds, groupIds };
}
