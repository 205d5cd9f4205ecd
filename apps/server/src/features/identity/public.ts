export { resealFactors } from './commands/second-factor.ts';
export { prepareSetup } from './commands/setup-link.ts';
export { findDisplay, findPhotoOf, hasTwoStepVerification, isSignedInWith, requireRecent } from './context.ts';
export { takeAccount, takeEmailToStranger } from './daily-limits.ts';
export type { IdentityDependencies } from './dependencies.ts';
export { listUsersWithSecondFactor } from './factor-repo.ts';
export { resetSecondFactor } from './reset-factors.ts';
export { endSessionsIn } from './session-repo.ts';
export { confirmAddress, getUserNameAndEmail, moveSession, provideUser } from './users.ts';
