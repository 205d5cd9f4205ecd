import type { Letter } from '../../platform/mail/letter.ts';
import { codePolicy } from './rules.ts';

const minutes = codePolicy.lifeS / 60;
const notYou = 'If this was not you, you can ignore this letter: without it nobody gets in.';

export function signInCodeLetter(to: string, code: string): Letter {
  return {
    kind: 'identity.sign_in_code',
    to,
    subject: 'Your code to sign in to Parley',
    lines: ['Type this code where you are signing in:'],
    code,
    notes: [`It works once, within ${minutes} minutes.`, notYou],
  };
}

export function signInLinkLetter(to: string, url: string): Letter {
  return {
    kind: 'identity.sign_in_link',
    to,
    subject: 'Your link to sign in to Parley',
    lines: ['Open this link to sign in:'],
    action: { label: 'Sign in', url },
    notes: [`It works once, within ${minutes} minutes. Opening it asks before it signs you in.`, notYou],
  };
}

/** For an address nobody has, so that asking takes the same work and a typing error is noticed by its real owner. */
export function noAccountLetter(to: string, signUpUrl: string | null): Letter {
  const join =
    signUpUrl === null ? 'Ask somebody of your team to invite you.' : `You can make an account here:\n${signUpUrl}`;
  return {
    kind: 'identity.no_account',
    to,
    subject: 'Signing in to Parley',
    lines: ['Somebody wanted to sign in to Parley with this address, but there is no account for it.', join],
    notes: ['If this was not you, you can ignore this letter.'],
  };
}

export function signUpLetter(to: string, code: string): Letter {
  return {
    kind: 'identity.sign_up_code',
    to,
    subject: 'Your code to finish signing up for Parley',
    lines: ['Welcome to Parley. Type this code to finish signing up:'],
    code,
    notes: [`It works once, within ${minutes} minutes.`, 'If this was not you, you can ignore this letter.'],
  };
}

export function alreadySignedUpLetter(to: string, code: string): Letter {
  return {
    kind: 'identity.sign_up_code',
    to,
    subject: 'You already have an account at Parley',
    lines: [
      'Somebody signed up for Parley with this address, but you have an account already. This code signs you in to it:',
    ],
    code,
    notes: [`It works once, within ${minutes} minutes. Your password has not changed.`, notYou],
  };
}

export function confirmLetter(to: string, code: string): Letter {
  return {
    kind: 'identity.confirm_code',
    to,
    subject: 'Your code to confirm that it is you',
    lines: ['Type this code to go on:'],
    code,
    notes: [
      `It works once, within ${minutes} minutes.`,
      'If this was not you, somebody may be using your session: sign in and end it.',
    ],
  };
}

export function newEmailLetter(to: string, code: string): Letter {
  return {
    kind: 'identity.email_code',
    to,
    subject: 'Your code to use this address at Parley',
    lines: ['Type this code to use this address for your account:'],
    code,
    notes: [`It works once, within ${minutes} minutes.`, 'If this was not you, you can ignore this letter.'],
  };
}

export function emailTakenLetter(to: string): Letter {
  return {
    kind: 'identity.email_taken',
    to,
    subject: 'Somebody wanted to use your address at Parley',
    lines: [
      'Somebody wanted to use this address for another account at Parley. It belongs to yours already, so nothing changed.',
    ],
  };
}

export function emailChangedLetter(to: string, newEmail: string): Letter {
  return {
    kind: 'identity.email_changed',
    to,
    subject: 'Your address at Parley has changed',
    lines: [`From now on you sign in to Parley as ${newEmail}.`],
    notes: ['If this was not you, ask an Admin of your account for help at once.'],
  };
}

export function passwordChangedLetter(to: string): Letter {
  return {
    kind: 'identity.password_changed',
    to,
    subject: 'Your password at Parley has changed',
    lines: ['Your password was set just now, and you were signed out everywhere else.'],
    notes: ['If this was not you, sign in with a code and set another one.'],
  };
}

export function deletedLetter(to: string): Letter {
  return {
    kind: 'identity.deleted',
    to,
    subject: 'Your account at Parley is deleted',
    lines: ['Your account was deleted. What you wrote to customers stays with the business, without your name.'],
  };
}
