export { FilterMenu } from './components/filter-menu.tsx';
export { JoinOffers } from './components/join-offers.tsx';
export { LiveScope } from './components/live-scope.tsx';
export { GroupsChoice, MembersChoice } from './components/member-choice.tsx';
export {
  LockedNote,
  PermissionNote,
  RequirePermission,
  useRefusal,
  useRefusalText,
} from './components/permissions.tsx';
export { RowMenu } from './components/row-menu.tsx';
export { SavedFilters } from './components/saved-filters.tsx';
export { TransferOffer, useTransfer } from './components/transfer-offer.tsx';
export { WelcomeMessage } from './components/welcome-message.tsx';
export { changeOwnAway } from './data/own-away.ts';
export { invalidateTeam } from './data/team-data.ts';
export { loadAccountsSheet } from './lazy.ts';
