import { z } from 'zod';
import { pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { maxAvatarBytes } from '../media/limits.ts';
import {
  addPasskeyBody,
  passkeyAnswer,
  passkeyCreationAnswer,
  passkeyRequestAnswer,
  renamePasskeyBody,
} from './passkeys.ts';
import { preferences } from './preferences.ts';
import {
  authConfig,
  changeProfileBody,
  codeSent,
  display,
  exchangeBody,
  factorCodeBody,
  factorProofBody,
  factors,
  newEmailBody,
  newPasswordBody,
  passkeyChallengeBody,
  profileAnswer,
  reauthenticateBody,
  recoveryCodes,
  secondFactorBody,
  sendCodeBody,
  session,
  setupBody,
  signInBody,
  signInCodeBody,
  signInCustomBody,
  signInLinkBody,
  signUpBody,
  switchBody,
  tokenBody,
  tokens,
} from './schema.ts';

const none = z.undefined();

export const identityRoutes = defineRoutes({
  'GET /api/auth/config': {
    access: 'public',
    summary: 'Ways to sign in, password policy, push keys.',
    responses: { 200: authConfig },
  },
  'POST /api/auth/setup': {
    access: 'public',
    summary: 'The first user claims the one-time setup link and is signed in.',
    body: setupBody,
    responses: { 200: tokens },
  },
  'POST /api/auth/sign-in': {
    access: 'public',
    summary: 'Sign in by email and password.',
    body: signInBody,
    responses: { 200: tokens },
  },
  'POST /api/auth/second-factor': {
    access: 'public',
    summary: 'Finish a sign-in that answered `second-factor-required`.',
    body: secondFactorBody,
    responses: { 200: tokens },
  },
  'GET /api/auth/factors': {
    access: 'user',
    summary: 'Two-step verification of the signed-in user.',
    responses: { 200: factors },
  },
  'POST /api/auth/factors/totp': {
    access: 'user',
    summary: 'A new secret for an authenticator app; needs a recent sign-in.',
    responses: { 200: z.strictObject({ secret: z.string(), uri: z.string() }) },
  },
  'POST /api/auth/factors/totp/confirm': {
    access: 'user',
    summary: 'Turn two-step verification on by the first code. The recovery codes are answered this once.',
    body: factorCodeBody,
    responses: { 200: recoveryCodes },
  },
  'POST /api/auth/factors/recovery-codes': {
    access: 'user',
    summary: 'New recovery codes; needs a recent sign-in and a code or passkey.',
    body: factorProofBody,
    responses: { 200: recoveryCodes },
  },
  'POST /api/auth/factors/remove': {
    access: 'user',
    summary:
      'Remove the authenticator app; without passkeys two-step verification is off then. Needs a recent sign-in and a code or passkey.',
    body: factorProofBody,
    responses: { 204: none },
  },
  'POST /api/auth/factors/passkeys/begin': {
    access: 'user',
    summary: 'What the browser makes a passkey with; needs a recent sign-in.',
    responses: { 200: passkeyCreationAnswer },
  },
  'POST /api/auth/factors/passkeys': {
    access: 'user',
    summary: 'Add the passkey that the browser made. The first factor answers recovery codes, this once.',
    body: addPasskeyBody,
    responses: { 200: recoveryCodes },
  },
  'POST /api/auth/factors/passkeys/challenge': {
    access: 'user',
    summary: 'What the browser uses a passkey of this user with, where a call needs one.',
    responses: { 200: passkeyRequestAnswer },
  },
  'PUT /api/auth/factors/passkeys/{id}': {
    access: 'user',
    summary: 'Rename a passkey.',
    params: z.strictObject({ id: pathId }),
    body: renamePasskeyBody,
    responses: { 204: none },
  },
  'POST /api/auth/factors/passkeys/{id}/remove': {
    access: 'user',
    summary:
      'Remove a passkey; without another factor two-step verification is off then. Needs a recent sign-in and a code or passkey.',
    params: z.strictObject({ id: pathId }),
    body: factorProofBody,
    responses: { 204: none },
  },
  'POST /api/auth/passkey-challenge': {
    access: 'public',
    summary: 'What the browser uses a passkey with to sign in, or as the second factor of a sign-in.',
    body: passkeyChallengeBody,
    responses: { 200: passkeyRequestAnswer },
  },
  'POST /api/auth/sign-in-passkey': {
    access: 'public',
    summary: 'Sign in with a passkey alone: it counts as both factors.',
    body: z.strictObject({ passkey: passkeyAnswer }),
    responses: { 200: tokens },
  },
  'POST /api/auth/sign-up': {
    access: 'public',
    summary: 'A new user: 202 and a code by mail where sign-up is open, 200 where the invitation is proof enough.',
    body: signUpBody,
    responses: { 200: tokens, 202: codeSent },
  },
  'POST /api/auth/send-code': {
    access: 'public',
    summary: 'Send a six-digit code to an address. The answer is the same whether it belongs to a user or not.',
    body: sendCodeBody,
    responses: { 202: codeSent },
  },
  'POST /api/auth/sign-in-code': {
    access: 'public',
    summary: 'Sign in, or finish signing up, with the code of an email.',
    body: signInCodeBody,
    responses: { 200: tokens },
  },
  'POST /api/auth/send-link': {
    access: 'public',
    summary: 'Send a link to an address that opens /loggedin?link=…; the answer says nothing about the address.',
    body: sendCodeBody,
    responses: { 202: z.strictObject({}) },
  },
  'POST /api/auth/sign-in-link': {
    access: 'public',
    summary: 'Sign in with the link of an email. Only this uses it up; opening its address does not.',
    body: signInLinkBody,
    responses: { 200: tokens },
  },
  'POST /api/auth/sign-in-custom': {
    access: 'public',
    summary: 'Sign in by a short-lived token that a key registered by the operator has signed.',
    body: signInCustomBody,
    responses: { 200: tokens },
  },
  'GET /api/auth/oidc/start': {
    access: 'public',
    summary:
      'To the provider. `challenge` is the base64url SHA-256 of the verifier this tab keeps for /exchange; without it the way ends there.',
    query: z.strictObject({
      provider: z.string().max(40),
      challenge: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/)
        .optional(),
    }),
    responses: { 302: none },
  },
  'GET /api/auth/oidc/callback': {
    access: 'public',
    summary:
      'Back from the provider: to /loggedin?handoff=…, or to /login-redirect?error=cancelled|expired|failed|unknown-provider.',
    // Providers may add parameters; only the protocol's own are read.
    query: z.looseObject({}),
    responses: { 302: none },
  },
  'POST /api/auth/exchange': {
    access: 'public',
    summary: 'Sign in by the one-time handoff of a provider, with the verifier of the tab that began.',
    body: exchangeBody,
    responses: { 200: tokens },
  },
  'POST /api/auth/link-provider': {
    access: 'user',
    summary: 'Connect a provider to the signed-in user; needs a recent sign-in.',
    body: exchangeBody.omit({ invitation: true }),
    responses: { 204: none },
  },
  'DELETE /api/auth/providers/{id}': {
    access: 'user',
    summary: 'Disconnect a provider; needs a recent sign-in and another way to sign in.',
    params: z.strictObject({ id: pathId }),
    responses: { 204: none },
  },
  'POST /api/auth/reauthenticate': {
    access: 'user',
    summary: 'Show once more who you are: what needs a recent sign-in works for ten minutes in this session.',
    body: reauthenticateBody,
    responses: { 204: none },
  },
  'POST /api/auth/reauthenticate/send-code': {
    access: 'user',
    summary: "Send a code for it to the user's own address.",
    responses: { 202: codeSent },
  },
  'POST /api/auth/token': {
    access: 'public',
    summary:
      'Rotate the refresh token and get a new ID token. With the header `X-Parley-Session: cookie` this and every sign-in keep the refresh token in an HttpOnly cookie.',
    body: tokenBody,
    responses: { 200: tokens },
  },
  'DELETE /api/auth/token': {
    access: 'public',
    summary: 'End the session of a refresh token, also when its ID token has ended. The answer says nothing about it.',
    body: tokenBody,
    responses: { 204: none },
  },
  'POST /api/auth/switch': {
    access: 'user',
    summary: 'A new session for another account of the same user.',
    body: switchBody,
    responses: { 200: tokens },
  },
  'POST /api/auth/sign-out': {
    access: 'user',
    summary: 'End this session.',
    responses: { 204: none },
  },
  'GET /api/auth/sessions': {
    access: 'user',
    summary: 'Where this user is signed in.',
    responses: { 200: z.strictObject({ data: z.array(session), next_cursor: z.null() }) },
  },
  'DELETE /api/auth/sessions/{id}': {
    access: 'user',
    summary: 'End one session of this user; another than the present one needs a recent sign-in.',
    params: z.strictObject({ id: pathId }),
    responses: { 204: none },
  },
  'DELETE /api/auth/sessions': {
    access: 'user',
    summary: 'End all sessions of this user but the present one; needs a recent sign-in.',
    responses: { 200: z.strictObject({ ended: z.number().int() }) },
  },
  'GET /api/auth/profile': {
    access: 'user',
    summary: 'The signed-in user and the accounts they belong to.',
    responses: { 200: profileAnswer },
  },
  'PUT /api/auth/profile': {
    access: 'user',
    summary: 'Change name, phone number or photo.',
    body: changeProfileBody,
    responses: { 200: profileAnswer },
  },
  'GET /api/auth/preferences': {
    access: 'user',
    summary: 'Time zone, formats, appearance and keys of the signed-in user, for all devices.',
    responses: { 200: display },
  },
  'PUT /api/auth/preferences': {
    access: 'user',
    summary: 'Change appearance and keys; absent ones stay as they are.',
    body: preferences,
    responses: { 200: preferences },
  },
  'PUT /api/auth/photo': {
    access: 'user',
    summary: 'A photo of the user, as the body; JPEG, PNG or WebP of at most 5 MB. A small avatar of it is stored.',
    rawBody: { maxBytes: maxAvatarBytes },
    responses: { 200: profileAnswer },
  },
  'DELETE /api/auth/photo': {
    access: 'user',
    summary: 'Take the photo away.',
    responses: { 200: profileAnswer },
  },
  'DELETE /api/auth/profile': {
    access: 'user',
    summary: 'Delete the user; refused while the only Owner of an account with other members. Needs a recent sign-in.',
    responses: { 204: none },
  },
  'PUT /api/auth/password': {
    access: 'user',
    summary: 'Set or change the password; ends the other sessions. Needs a recent sign-in.',
    body: newPasswordBody,
    responses: { 204: none },
  },
  'POST /api/auth/email': {
    access: 'user',
    summary: 'Send a code to a new address; does not say whether it belongs to a user. Needs a recent sign-in.',
    body: newEmailBody,
    responses: { 202: codeSent },
  },
  'PUT /api/auth/email': {
    access: 'user',
    summary: 'Take the new address by its code; ends the other sessions.',
    body: signInCodeBody,
    responses: { 200: profileAnswer },
  },
});
