import type { Role } from '@parley/contract/types';
import type { Email } from '../../platform/mail/email.ts';

const permits: Record<Role, string> = {
  User: 'As a User you answer conversations, send broadcasts and manage contacts.',
  Admin: 'As an Admin you also manage the team, numbers, templates and settings.',
  Owner: 'As an Owner you can do everything, including transferring or closing the account.',
};

export function invitationEmail(
  to: string,
  about: {
    account: string;
    inviter: string;
    role: Role;
    /** Of the account, for everyone whom it invites. */
    greeting: string;
    note: string;
    url: string;
    expiresAt: Date;
  },
): Email {
  const { account, inviter, role, greeting, note, url, expiresAt } = about;
  return {
    kind: 'team.invitation',
    to,
    subject: `${inviter} invites you to ${account}`,
    lines: [
      `${inviter} invites you to join ${account} on Parley, where the team talks to its customers on WhatsApp.`,
      permits[role],
      ...(greeting === '' ? [] : [{ written: greeting }]),
      ...(note === '' ? [] : [{ written: note }]),
    ],
    action: { label: 'View invitation', url },
    notes: [
      `The link works until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
      `It is for ${to}. If you don’t know ${inviter}, you can ignore this email.`,
    ],
  };
}

export function newInvitationRequestEmail(to: string, about: { account: string; email: string; url: string }): Email {
  return {
    kind: 'team.invitation_asked_again',
    to,
    subject: `${about.email} asks for a new invitation`,
    lines: [
      `Your invitation to ${about.account} for ${about.email} no longer works, and someone with its link asks for a new one.`,
    ],
    action: { label: 'Open the team', url: about.url },
  };
}

export function otherAddressRequestEmail(
  to: string,
  about: { account: string; email: string; otherEmail: string; url: string },
): Email {
  const { account, email, otherEmail, url } = about;
  return {
    kind: 'team.invitation_to_another',
    to,
    subject: `${otherEmail} asks to be invited to ${account}`,
    lines: [
      `You invited ${email} to ${account}. Someone with the link of that invitation asks to have it sent to ${otherEmail} instead.`,
      `Before you do, make sure that this address belongs to the person you mean.`,
    ],
    action: { label: 'Open the team', url },
  };
}

export function joinRequestEmail(
  to: string,
  about: { account: string; name: string; email: string; url: string },
): Email {
  const { account, name, email, url } = about;
  return {
    kind: 'team.join_asked',
    to,
    subject: `${name} asks to join ${account}`,
    lines: [
      `${name} (${email}) has a confirmed address at your domain and asks to join ${account} on Parley.`,
      'An Owner or Admin has to approve the request.',
    ],
    action: { label: 'Review request', url },
    notes: ['You can turn off join requests in the business settings.'],
  };
}

export function joinAcceptedEmail(to: string, about: { account: string; role: Role; url: string }): Email {
  const { account, role, url } = about;
  return {
    kind: 'team.let_in',
    to,
    subject: `You joined ${account}`,
    lines: [`You asked to join ${account} on Parley, and your request was accepted.`, permits[role]],
    action: { label: 'Open the account', url },
  };
}

export function transferOfferEmail(to: string, about: { account: string; from: string; url: string }): Email {
  return {
    kind: 'team.transfer',
    to,
    subject: `${about.from} offers you the account ${about.account}`,
    lines: [
      `${about.from} wants to transfer the account ${about.account} to you. If you accept, you become its Owner and ${about.from} an Admin.`,
    ],
    action: { label: 'View offer', url: about.url },
    notes: ['The offer expires in seven days.'],
  };
}

export function accountClosedEmail(to: string, account: string): Email {
  return {
    kind: 'team.account_closed',
    to,
    subject: `The account ${account} is closed`,
    lines: [`An Owner has closed the account ${account}. No one can open it anymore.`],
  };
}
