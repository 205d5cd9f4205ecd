/** The accounts of the user over a page; loaded on demand. */
export const loadAccountsSheet = () =>
  import('./components/accounts-sheet.tsx').then(({ AccountsSheet }) => AccountsSheet);
