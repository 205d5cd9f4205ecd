import type { Email } from '../../platform/mail/email.ts';
import { codePolicy } from './rules.ts';

const minutes = codePolicy.lifeS / 60;
const notYou = 'If this wasn’t you, you can ignore this email. No one can sign in without it.';

export function signInCodeEmail(to: string, code: string): Email {
  return {
    kind: 'identity.sign_in_code',
    to,
    subject: 'Your Parley sign-in code',
    lines: ['Enter this code to sign in:'],
    code,
    notes: [`It works once, within ${minutes} minutes.`, notYou],
  };
}

export function signInLinkEmail(to: string, url: string): Email {
  return {
    kind: 'identity.sign_in_link',
    to,
    subject: 'Your Parley sign-in link',
    lines: ['Open this link to sign in:'],
    action: { label: 'Sign in', url },
    notes: [`It works once, within ${minutes} minutes. You confirm before you are signed in.`, notYou],
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
    notes: ['If this wasn’t you, you can ignore this email.'],
  };
}

export function signUpEmail(to: string, code: string): Email {
  return {
    kind: 'identity.sign_up_code',
    to,
    subject: 'Your Parley sign-up code',
    lines: ['Welcome to Parley. Enter this code to finish signing up:'],
    code,
    notes: [`It works once, within ${minutes} minutes.`, 'If this wasn’t you, you can ignore this email.'],
  };
}

export function alreadySignedUpEmail(to: string, code: string): Email {
  return {
    kind: 'identity.sign_up_code',
    to,
    subject: 'You already have a Parley account',
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
    subject: 'Your Parley confirmation code',
    lines: ['Enter this code to continue:'],
    code,
    notes: [
      `It works once, within ${minutes} minutes.`,
      'If this wasn’t you, someone may be using your session. Sign in and end it.',
    ],
  };
}

export function newAddressEmail(to: string, code: string): Email {
  return {
    kind: 'identity.email_code',
    to,
    subject: 'Confirm your new email address',
    lines: ['Enter this code to use this address for your Parley account:'],
    code,
    notes: [`It works once, within ${minutes} minutes.`, 'If this wasn’t you, you can ignore this email.'],
  };
}

export function addressTakenEmail(to: string): Email {
  return {
    kind: 'identity.email_taken',
    to,
    subject: 'Someone tried to use your email address',
    lines: [
      'Someone tried to use this address for another Parley account. It already belongs to yours, so nothing changed.',
    ],
  };
}

export function addressChangedEmail(to: string, newEmail: string): Email {
  return {
    kind: 'identity.email_changed',
    to,
    subject: 'Your Parley email address has changed',
    lines: [`From now on you sign in to Parley as ${newEmail}.`],
    notes: ['If this wasn’t you, contact an Admin of your account right away.'],
  };
}

export function newDeviceEmail(to: string, { device, ip, at }: { device: string; ip: string; at: string }): Email {
  return {
    kind: 'identity.new_device',
    to,
    subject: 'New sign-in to Parley',
    lines: ['Your account was signed in from a device you haven’t used before:', `${device}, ${ip}, ${at}`],
    notes: ['If this wasn’t you, change your password now. This signs you out everywhere else.'],
  };
}

export function passwordChangedEmail(to: string): Email {
  return {
    kind: 'identity.password_changed',
    to,
    subject: 'Your Parley password has changed',
    lines: ['Your password was set just now, and you were signed out everywhere else.'],
    notes: ['If this wasn’t you, sign in with a code and set a new password.'],
  };
}

export function userDeletedEmail(to: string): Email {
  return {
    kind: 'identity.deleted',
    to,
    subject: 'Your Parley account was deleted',
    lines: ['Your account was deleted. What you wrote to customers stays with the business, without your name.'],
  };
}

/** @param needs what signing in needs from now on, as in "a passkey" */
export function secondFactorOnEmail(to: string, needs: string): Email {
  return {
    kind: 'identity.second_factor_on',
    to,
    subject: 'Two-step verification is on',
    lines: [
      `From now on signing in to Parley needs ${needs}.`,
      'Keep your recovery codes in a safe place. They let you sign in if you lose it.',
    ],
    notes: ['If this wasn’t you, change your password and contact the administrator of your server.'],
  };
}

export function secondFactorOffEmail(to: string): Email {
  return {
    kind: 'identity.second_factor_off',
    to,
    subject: 'Two-step verification is off',
    lines: ['Signing in to Parley no longer needs a passkey or a code of an authenticator app.'],
    notes: ['If this wasn’t you, change your password and turn it on again.'],
  };
}

/** @param factor begins a sentence, as in "The passkey “Phone”" */
export function factorAddedEmail(to: string, factor: string): Email {
  return {
    kind: 'identity.factor_added',
    to,
    subject: 'Two-step verification has changed',
    lines: [`${factor} was added to your Parley account. It can be used to sign in from now on.`],
    notes: ['If this wasn’t you, remove it in your personal settings and change your password.'],
  };
}

export function factorRemovedEmail(to: string, factor: string): Email {
  return {
    kind: 'identity.factor_removed',
    to,
    subject: 'Two-step verification has changed',
    lines: [`${factor} was removed from your Parley account, and you were signed out everywhere else.`],
    notes: ['If this wasn’t you, change your password and check two-step verification in your personal settings.'],
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
    notes: ['If you didn’t request this, change your password and contact the administrator of your server.'],
  };
}

export function recoveryCodeUsedEmail(to: string, left: number): Email {
  return {
    kind: 'identity.recovery_code_used',
    to,
    subject: 'A recovery code was used',
    lines: ['A recovery code was used for your Parley account.', `Recovery codes left: ${left}`],
    notes: ['If this wasn’t you, change your password and make new recovery codes in your personal settings.'],
  };
}
