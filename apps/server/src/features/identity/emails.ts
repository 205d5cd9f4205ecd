import type { Email } from '../../platform/mail/email.ts';
import { codePolicy } from './rules.ts';

const minutes = codePolicy.lifeS / 60;
const notYou = 'If this was not you, you can ignore this email: without it nobody gets in.';

export function signInCodeEmail(to: string, code: string): Email {
  return {
    kind: 'identity.sign_in_code',
    to,
    subject: 'Your code to sign in to Parley',
    lines: ['Type this code where you are signing in:'],
    code,
    notes: [`It works once, within ${minutes} minutes.`, notYou],
  };
}

export function signInLinkEmail(to: string, url: string): Email {
  return {
    kind: 'identity.sign_in_link',
    to,
    subject: 'Your link to sign in to Parley',
    lines: ['Open this link to sign in:'],
    action: { label: 'Sign in', url },
    notes: [`It works once, within ${minutes} minutes. Opening it asks before it signs you in.`, notYou],
  };
}

/** For an unknown address, so that the request takes the same work and the real owner notices a typing error. */
export function noAccountEmail(to: string, signUpUrl: string | null): Email {
  const join =
    signUpUrl === null ? 'Ask a member of your team to invite you.' : `You can create an account here:\n${signUpUrl}`;
  return {
    kind: 'identity.no_account',
    to,
    subject: 'Signing in to Parley',
    lines: ['Someone tried to sign in to Parley with this address, but there is no account for it.', join],
    notes: ['If this was not you, you can ignore this email.'],
  };
}

export function signUpEmail(to: string, code: string): Email {
  return {
    kind: 'identity.sign_up_code',
    to,
    subject: 'Your code to finish signing up for Parley',
    lines: ['Welcome to Parley. Type this code to finish signing up:'],
    code,
    notes: [`It works once, within ${minutes} minutes.`, 'If this was not you, you can ignore this email.'],
  };
}

export function alreadySignedUpEmail(to: string, code: string): Email {
  return {
    kind: 'identity.sign_up_code',
    to,
    subject: 'You already have an account at Parley',
    lines: [
      'Someone signed up for Parley with this address, but you already have an account. This code signs you in to it:',
    ],
    code,
    notes: [`It works once, within ${minutes} minutes. Your password has not changed.`, notYou],
  };
}

export function confirmAddressEmail(to: string, code: string): Email {
  return {
    kind: 'identity.confirm_code',
    to,
    subject: 'Your code to confirm that it is you',
    lines: ['Type this code to go on:'],
    code,
    notes: [
      `It works once, within ${minutes} minutes.`,
      'If this was not you, someone may be using your session: sign in and end it.',
    ],
  };
}

export function newAddressEmail(to: string, code: string): Email {
  return {
    kind: 'identity.email_code',
    to,
    subject: 'Your code to use this address at Parley',
    lines: ['Type this code to use this address for your account:'],
    code,
    notes: [`It works once, within ${minutes} minutes.`, 'If this was not you, you can ignore this email.'],
  };
}

export function addressTakenEmail(to: string): Email {
  return {
    kind: 'identity.email_taken',
    to,
    subject: 'Someone tried to use your address at Parley',
    lines: [
      'Someone tried to use this address for another Parley account. It already belongs to yours, so nothing changed.',
    ],
  };
}

export function addressChangedEmail(to: string, newEmail: string): Email {
  return {
    kind: 'identity.email_changed',
    to,
    subject: 'Your address at Parley has changed',
    lines: [`From now on you sign in to Parley as ${newEmail}.`],
    notes: ['If this was not you, ask an Admin of your account for help at once.'],
  };
}

export function newDeviceEmail(to: string, { device, ip, at }: { device: string; ip: string; at: string }): Email {
  return {
    kind: 'identity.new_device',
    to,
    subject: 'New sign-in to Parley',
    lines: ['Your account was signed in from a device you haven’t used before:', `${device}, ${ip}, ${at}`],
    notes: ['If this was not you, change your password now: that signs you out everywhere else.'],
  };
}

export function passwordChangedEmail(to: string): Email {
  return {
    kind: 'identity.password_changed',
    to,
    subject: 'Your password at Parley has changed',
    lines: ['Your password was set just now, and you were signed out everywhere else.'],
    notes: ['If this was not you, sign in with a code and set another one.'],
  };
}

export function userDeletedEmail(to: string): Email {
  return {
    kind: 'identity.deleted',
    to,
    subject: 'Your account at Parley is deleted',
    lines: ['Your account was deleted. What you wrote to customers stays with the business, without your name.'],
  };
}

export function secondFactorOnEmail(to: string): Email {
  return {
    kind: 'identity.second_factor_on',
    to,
    subject: 'Two-step verification is on',
    lines: [
      'From now on signing in to Parley needs a code of your authenticator app.',
      'Keep your recovery codes in a safe place: they let you in when you lose the app.',
    ],
    notes: ['If this was not you, change your password and contact the administrator of your server.'],
  };
}

export function secondFactorOffEmail(to: string): Email {
  return {
    kind: 'identity.second_factor_off',
    to,
    subject: 'Two-step verification is off',
    lines: ['Signing in to Parley no longer needs a code of your authenticator app.'],
    notes: ['If this was not you, change your password and turn it on again.'],
  };
}

/** @param by an account, or the administrator of the server */
export function secondFactorResetEmail(to: string, by: string): Email {
  return {
    kind: 'identity.second_factor_reset',
    to,
    subject: 'Two-step verification was reset',
    lines: [
      `${by} turned off two-step verification for your Parley account and signed you out everywhere.`,
      'Sign in and set it up again in your personal settings.',
    ],
    notes: ['If you did not ask for this, change your password and contact the administrator of your server.'],
  };
}

export function recoveryCodeUsedEmail(to: string, left: number): Email {
  return {
    kind: 'identity.recovery_code_used',
    to,
    subject: 'A recovery code was used',
    lines: ['A recovery code was used for your Parley account.', `Recovery codes left: ${left}`],
    notes: ['If this was not you, change your password and make new recovery codes in your personal settings.'],
  };
}
