export const teamScreens = {
  '/invitations': () => import('./pages/invitations-page.tsx').then((module) => module.InvitationsPage),
  '/switch-account': () => import('./pages/switch-account-page.tsx').then((module) => module.SwitchAccountPage),
  '/team': () => import('./pages/team-page.tsx').then((module) => module.TeamPage),
  '/team/add': () => import('./pages/add-members-page.tsx').then((module) => module.AddMembersPage),
  '/team/edit/{id}': () => import('./pages/edit-member-page.tsx').then((module) => module.EditMemberPage),
};
