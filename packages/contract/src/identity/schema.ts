import { z } from 'zod';
import { id, nameText, timeZone } from '../core/primitives.ts';
import { formats } from './formats.ts';
import { passkey, passkeyAnswer } from './passkeys.ts';
import { preferences } from './preferences.ts';

export const roles = ['Owner', 'Admin', 'User'] as const;
export const role = z.enum(roles);
export type Role = z.output<typeof role>;

/** An address as compared and stored: one spelling for equal-looking letters, before any rule is applied. */
const emailSpelling = z.string().normalize('NFKC').trim().toLowerCase().max(254, 'At most 254 characters.');
export const email = emailSpelling.pipe(z.email('This is not an email address.'));
export const password = z.string().max(128, 'At most 128 characters.');

/** Six digits of an email, and the handle that only the requesting browser has. */
const handle = z.string().max(200);
const code = z.string().trim().max(20);

export const setupBody = z.strictObject({ token: z.string().max(200), name: nameText, email, password });
export const signInBody = z.strictObject({ email: emailSpelling, password: z.string().max(1000) });
export const signUpBody = z.strictObject({
  name: nameText,
  email,
  password,
  /** The token of an invitation link: with it users may sign up where sign-up is not open. */
  invitation: z.string().max(200).optional(),
});
/** A code was or will be sent; `handle` goes with it into sign-in-code. */
export const codeSent = z.strictObject({ handle });
export const sendCodeBody = z.strictObject({ email: emailSpelling });
export const signInCodeBody = z.strictObject({ handle, code });
const factorCode = z.strictObject({ code: z.string().trim().max(40) });
const factorPasskey = z.strictObject({ passkey: passkeyAnswer });
/** A code of the authenticator app, a recovery code, or a passkey. */
export const factorProofBody = z.union([factorCode, factorPasskey]);
export const factorCodeBody = factorCode;
/** The handle is `data[0].id` of `second-factor-required`, whose further fields say what the user has: `code`, `passkey`. */
export const secondFactorBody = z.union([factorCode.extend({ handle }), factorPasskey.extend({ handle })]);
/** With the handle of a sign-in that needs a second factor; without: to sign in with nothing but a passkey. */
export const passkeyChallengeBody = z.strictObject({ handle: handle.optional() });
export const factors = z.strictObject({
  /** Null: no authenticator app. */
  totp: z.strictObject({ confirmed_at: z.string() }).nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number().int(),
});
/** Empty when a factor was added to others: the codes made with the first one stay. */
export const recoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) });
export const signInLinkBody = z.strictObject({ link: z.string().max(200) });
export const signInCustomBody = z.strictObject({ token: z.string().max(4096) });
/** `invitation` admits new users where sign-up is not open. */
export const exchangeBody = z.strictObject({
  handoff: z.string().max(200),
  verifier: z.string().max(200),
  invitation: z.string().max(200).optional(),
});
/** Confirms the user's identity: by password, by a code sent to their address, or by a passkey. */
export const reauthenticateBody = z.union([
  z.strictObject({ password: z.string().max(1000) }),
  z.strictObject({ handle, code }),
  factorPasskey,
]);
export const changeProfileBody = z
  .strictObject({
    displayName: nameText,
    phoneNumber: z.string().trim().max(40).nullable(),
    photoURL: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .nullable(),
    /** The account to start in; null: the one used last. */
    default_client_id: id.nullable(),
    /** The time zone of times shown to the user; null: that of the device. */
    time_zone: timeZone.nullable(),
    /** Absent ones stay unchanged. */
    formats: formats.partial(),
  })
  .partial();
export const newPasswordBody = z.strictObject({ password });
export const newEmailBody = z.strictObject({ email });

/** The session of the cookie, or the token itself, which takes precedence. */
export const tokenBody = z
  .strictObject({ refresh_token: z.string().max(400).optional(), session_id: id.optional() })
  .refine((body) => body.refresh_token !== undefined || body.session_id !== undefined, {
    path: ['refresh_token'],
    message: 'Send the refresh token, or the session_id whose cookie comes along.',
  });
export const switchBody = z.strictObject({ client_id: id });

export const tokens = z.strictObject({
  id_token: z.string(),
  /** Missing when the call requested with `X-Parley-Session: cookie` that only a cookie has it. */
  refresh_token: z.string().optional(),
  /** Remaining lifetime of the ID token in seconds. */
  expires_in: z.number().int().positive(),
});
export type Tokens = z.output<typeof tokens>;

export const signInMethods = ['password', 'email_link', 'email_code', 'provider', 'custom_token'] as const;

export const authConfig = z.strictObject({
  /** Only available ones: `email_link` and `email_code` need mail, `custom_token` a registered key. */
  methods: z.array(z.enum(signInMethods)),
  password_policy: z.strictObject({ min_length: z.number().int() }),
  providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  push: z.strictObject({ vapid_public_key: z.string().nullable(), onesignal_app_id: z.string().nullable() }),
  sign_up: z.enum(['invite-only', 'open']),
  /** The first user is there: set-up links do nothing any more. */
  set_up: z.boolean(),
  /** The address at which browsers allow passkeys; null: they need https and a name. */
  passkey_origin: z.string().nullable(),
});

export const session = z.strictObject({
  id,
  user_agent: z.string(),
  ip: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  /** When the user last authenticated in this session. */
  auth_time: z.string(),
  /** The account this session works in. */
  client_id: id.nullable(),
  /** The application that the user let in with it; null: the user signed in. */
  application: z.string().nullable(),
  current: z.boolean(),
});

/** The signed-in user, in the identity provider's field names. */
export const profile = z.strictObject({
  uid: id,
  displayName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  phoneNumber: z.string().nullable(),
  photoURL: z.string().nullable(),
  isAnonymous: z.boolean(),
  tenantId: z.string().nullable(),
  providerData: z.array(
    z.strictObject({
      /** `password`, a configured provider's id, or `custom:<key name>`. */
      providerId: z.string(),
      uid: z.string(),
      displayName: z.string().nullable(),
      email: z.string().nullable(),
    }),
  ),
  metadata: z.strictObject({ creationTime: z.string(), lastSignInTime: z.string().nullable() }),
});
export type Profile = z.output<typeof profile>;

/** An account the user belongs to. A suspended member sees it, but cannot enter. */
export const accountOf = z.strictObject({
  client_id: id,
  name: z.string(),
  logo_url: z.string().nullable(),
  role,
  state: z.enum(['active', 'suspended']),
  last_used_at: z.string().nullable(),
  /** The Owner's name, to ask when suspended. */
  owner_name: z.string(),
  /** The only Owner: leaving is refused. */
  sole_owner: z.boolean(),
  /** This user's conversations there with unread messages. */
  unread_threads: z.number().int(),
  /** The account the user chose to start in. */
  is_default: z.boolean(),
  /** The account can be used only with two-step verification. */
  requires_two_step_verification: z.boolean(),
  /** The identity provider that the account demands, and that this session did not sign in with. */
  needs_provider: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
});

/** What a user chose for all devices, for the app's start and after a change on another one. */
export const display = z.strictObject({
  /** The time zone of times shown to the user; null: that of the device. */
  time_zone: z.string().nullable(),
  formats,
  preferences,
});
export type Display = z.output<typeof display>;

export const profileAnswer = z.strictObject({
  user: profile,
  accounts: z.array(accountOf),
  /** The time zone of times shown to the user; null: that of the device. */
  time_zone: z.string().nullable(),
  formats,
  two_step_verification: z.boolean(),
  /** Invitations waiting for this user's confirmed address. */
  waiting_invitations: z.number().int(),
});
