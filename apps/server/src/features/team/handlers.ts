import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TeamDependencies } from './dependencies.ts';
import { groupHandlers, ownershipHandlers } from './group-handlers.ts';
import { answerHandlers, invitationHandlers } from './invitation-handlers.ts';
import { joinHandlers } from './join-handlers.ts';
import { memberHandlers } from './member-handlers.ts';
import { savedFilterHandlers } from './saved-filter-handlers.ts';
import { userHandlers } from './user-handlers.ts';

/** Who belongs to an account, what they may do and see, and who comes and goes. */
export function teamHandlers(platform: Platform, dependencies: TeamDependencies): Handlers {
  return {
    ...memberHandlers(platform, dependencies),
    ...savedFilterHandlers(platform),
    ...userHandlers(platform),
    ...invitationHandlers(platform),
    ...answerHandlers(platform),
    ...joinHandlers(platform),
    ...groupHandlers(platform, dependencies),
    ...ownershipHandlers(platform, dependencies),
  };
}
