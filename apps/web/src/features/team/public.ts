export { CopyText } from './components/copy-text.tsx';
export { FilterMenu } from './components/filter-menu.tsx';
export { JoinOffers } from './components/join-offers.tsx';
export { RowMenu } from './components/row-menu.tsx';
export { TransferOffer, useTransfer } from './components/transfer-offer.tsx';
export { Hello } from './hello.tsx';
export { LiveScope } from './live-scope.tsx';
export { Locked, OnlyWith, RightNote, useRefusal, useRefusalWords } from './rights.tsx';
export { forgetTeam } from './team-data.ts';

/** The person's accounts over a page, when somebody asks for them. */
export const loadAccountsSheet = () =>
  import('./components/accounts-sheet.tsx').then(({ AccountsSheet }) => AccountsSheet);
