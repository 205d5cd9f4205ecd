import { z } from 'zod';
import { id, shortText, storableText, timeZone } from '../core/primitives.ts';

export const roles = ['Owner', 'Admin', 'User'] as const;
export const role = z.enum(roles);
export type Role = z.output<typeof role>;

/**
 * An address as it is compared and stored: one spelling for what people see as the same letters, before any rule looks
 * at it.
 */
const emailSpelling = storableText.normalize('NFKC').trim().toLowerCase().max(254, 'At most 254 characters.');
export const email = emailSpelling.pipe(z.email('This is not an e-mail address.'));
export const password = storableText.max(128, 'At most 128 characters.');

/** Six digits of a letter, and the handle that only the asking browser was given. */
const handle = z.string().max(200);
const code = z.string().trim().max(20);

export const setupBody = z.strictObject({ token: z.string().max(200), name: shortText, email, password });
export const signInBody = z.strictObject({ email: emailSpelling, password: z.string().max(1000) });
export const signUpBody = z.strictObject({
  name: shortText,
  email,
  password,
  /** The token of an invitation link: with it people may sign up where sign-up is not open. */
  invitation: z.string().max(200).optional(),
});
/** A code was or will be sent; `handle` goes with it into sign-in-code. */
export const codeSent = z.strictObject({ handle });
export const sendCodeBody = z.strictObject({ email: emailSpelling });
export const signInCodeBody = z.strictObject({ handle, code });
export const signInLinkBody = z.strictObject({ link: z.string().max(200) });
export const signInCustomBody = z.strictObject({ token: z.string().max(4096) });
/** `invitation` lets somebody in who has no account yet where sign-up is not open. */
export const exchangeBody = z.strictObject({
  handoff: z.string().max(200),
  verifier: z.string().max(200),
  invitation: z.string().max(200).optional(),
});
/** Shows once more that it is the person: by password, or by a code sent to their address. */
export const reauthenticateBody = z.union([
  z.strictObject({ password: z.string().max(1000) }),
  z.strictObject({ handle, code }),
]);
export const changeProfileBody = z
  .strictObject({
    displayName: shortText,
    phoneNumber: storableText.trim().max(40).nullable(),
    photoURL: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .nullable(),
    /** The account to start in; null: the one used last. */
    default_client_id: id.nullable(),
    /** In which zone times are shown to them; null: that of the device. */
    time_zone: timeZone.nullable(),
  })
  .partial();
export const newPasswordBody = z.strictObject({ password });
export const newEmailBody = z.strictObject({ email });

export const tokenBody = z.strictObject({ refresh_token: z.string().max(400) });
export const switchBody = z.strictObject({ client_id: id });

export const tokens = z.strictObject({
  id_token: z.string(),
  refresh_token: z.string(),
  /** Seconds the ID token lives from now. */
  expires_in: z.number().int().positive(),
});
export type Tokens = z.output<typeof tokens>;

export const signInMethods = ['password', 'email_link', 'email_code', 'provider', 'custom_token'] as const;

export const authConfig = z.strictObject({
  /** Only what works here: `email_link` and `email_code` need mail, `custom_token` a registered key. */
  methods: z.array(z.enum(signInMethods)),
  password_policy: z.strictObject({ min_length: z.number().int() }),
  providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  push: z.strictObject({ vapid_public_key: z.string().nullable(), onesignal_app_id: z.string().nullable() }),
  sign_up: z.enum(['invite-only', 'open']),
});

export const session = z.strictObject({
  id,
  user_agent: z.string(),
  ip: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  /** When the person last showed who they are in this session. */
  auth_time: z.string(),
  /** The account this session works in. */
  client_id: id.nullable(),
  current: z.boolean(),
});

/** The signed-in person, in the identity provider's field names. */
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

/** An account the person belongs to. A suspended member sees it, but cannot enter. */
export const accountOf = z.strictObject({
  client_id: id,
  name: z.string(),
  logo_url: z.string().nullable(),
  role,
  state: z.enum(['active', 'suspended']),
  last_used_at: z.string().nullable(),
  /** Whom to ask when suspended: the Owner's name. */
  owner_name: z.string(),
  /** The only Owner: leaving is refused. */
  sole_owner: z.boolean(),
  /** Conversations of this person there with something unread. */
  unread_threads: z.number().int(),
  /** The account the person chose to start in. */
  is_default: z.boolean(),
});

export const profileAnswer = z.strictObject({
  user: profile,
  accounts: z.array(accountOf),
  /** In which zone times are shown to them; null: that of the device. */
  time_zone: z.string().nullable(),
  /** Invitations waiting for this person's confirmed address. */
  waiting_invitations: z.number().int(),
});
