import { z } from 'zod';
import { id, nameOf } from '../core/primitives.ts';

/** Bytes as browsers send them in JSON: base64url without padding. */
const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/);
const credentialId = bytes(1400);
const transports = z.array(z.string().max(40)).max(10);

export const passkeyName = nameOf(60);

/** A passkey of the signed-in user. */
export const passkey = z.strictObject({
  id,
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

const credential = z.strictObject({ type: z.literal('public-key'), id: z.string(), transports: transports.optional() });

/** What a browser makes a passkey with (WebAuthn's PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreation = z.strictObject({
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** What a browser uses one with (PublicKeyCredentialRequestOptionsJSON); without `allowCredentials` the user chooses. */
export const passkeyRequest = z.strictObject({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number().int(),
  allowCredentials: z.array(credential).optional(),
  userVerification: z.literal('required'),
});
export const passkeyCreationAnswer = z.strictObject({ options: passkeyCreation });
export const passkeyRequestAnswer = z.strictObject({ options: passkeyRequest });

/** A new passkey as the browser answers it (RegistrationResponseJSON); what is not needed here may come along. */
export const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(40_000),
    transports: transports.optional(),
  }),
});

/** The proof that a passkey was used (AuthenticationResponseJSON). */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(8_000),
    userHandle: bytes(200).nullish(),
  }),
});

export const addPasskeyBody = z.strictObject({ name: passkeyName, passkey: newPasskey });
export const renamePasskeyBody = z.strictObject({ name: passkeyName });

export type PasskeyCreation = z.output<typeof passkeyCreation>;
export type PasskeyRequest = z.output<typeof passkeyRequest>;
export type NewPasskey = z.output<typeof newPasskey>;
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
