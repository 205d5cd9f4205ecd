import type { FieldError, InputOf, OutputOf, Profile, RouteKey, Tokens } from '@parley/contract/types';
import { ApiError } from '../../../platform/errors.ts';
import type { RefreshOutcome, Session } from '../../../platform/session.ts';
import { challengeOf, newVerifier, type ProviderFlow, type ProviderFlows } from './provider-flow.ts';

/** Calls a route, as `platform/api.ts` does. */
export type CallRoute = <K extends RouteKey>(key: K, input: InputOf<K>) => Promise<OutputOf<K>>;

export type IdentityParts = {
  session: Session;
  call: CallRoute;
  flows: ProviderFlows;
  /** The URL of an API path, for the sign-in method that leaves the page. */
  addressOf(path: string): Promise<string>;
  /**
   * Asks the user for the second factor of a sign-in. Null when they close the question.
   * @param fields of the server's answer: `code` and `passkey` say what the user has
   */
  askSecondFactor(handle: string, fields: readonly FieldError[]): Promise<Tokens | null>;
};

export type Identity = ReturnType<typeof createIdentity>;

/** The signed-in user with their accounts. */
export type CurrentUser = OutputOf<'GET /api/auth/profile'>;
export type SignedInSession = OutputOf<'GET /api/auth/sessions'>['data'][number];
export type SignUpInput = { name: string; email: string; password: string; invitation?: string };
/** A code was or will be sent; `handle` is this browser's half of the proof. */
export type SentCode = { handle: string };

/**
 * The client of the identity provider: everything the product needs of one, so that another provider is another
 * implementation of these functions. Signing in starts the session of this tab; the caller then redirects to
 * `/loggedin`. All functions throw ApiError and NetworkError; `signInProblemOf` classifies them.
 */
export function createIdentity(parts: IdentityParts) {
  const { session, call, flows } = parts;
  const enter = (tokens: Tokens): void => session.signIn(tokens);

  /** Enters with what a call answers, after the second step where the server asks for it. */
  async function enterBy(answer: Promise<Tokens>): Promise<void> {
    try {
      enter(await answer);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'second-factor-required')) throw error;
      const handle = error.data[0]?.id;
      const tokens = handle ? await parts.askSecondFactor(handle, error.data) : null;
      if (tokens === null) throw error;
      enter(tokens);
    }
  }

  /** Stores the flow in this tab and returns the provider's URL. */
  async function begin(flow: Omit<ProviderFlow, 'verifier'>): Promise<string> {
    const verifier = newVerifier();
    const challenge = await challengeOf(verifier);
    flows.keep({ ...flow, verifier });
    const query = new URLSearchParams({ provider: flow.provider, challenge });
    return parts.addressOf(`/api/auth/oidc/start?${query}`);
  }

  return {
    /** The sign-in methods of this installation. */
    config: () => call('GET /api/auth/config', {}),

    /** @returns null when the user is signed in already, else the handle of the code that was sent */
    async signUp(input: SignUpInput): Promise<SentCode | null> {
      const answer = await call('POST /api/auth/sign-up', { body: input });
      if ('handle' in answer) return answer;
      enter(answer);
      return null;
    },
    async signInWithPassword(email: string, password: string): Promise<void> {
      await enterBy(call('POST /api/auth/sign-in', { body: { email, password } }));
    },
    /** Does not reveal whether the address has a user. */
    async sendEmailLink(email: string): Promise<void> {
      await call('POST /api/auth/send-link', { body: { email } });
    },
    /** Uses the link, which works once; call it only after a click, because mail filters open links. */
    async signInWithEmailLink(link: string): Promise<void> {
      await enterBy(call('POST /api/auth/sign-in-link', { body: { link } }));
    },
    sendCode: (email: string): Promise<SentCode> => call('POST /api/auth/send-code', { body: { email } }),
    async signInWithCode(handle: string, code: string): Promise<void> {
      await enterBy(call('POST /api/auth/sign-in-code', { body: { handle, code } }));
    },
    /**
     * Starts a sign-in with a provider. @returns the URL to go to; the provider returns to /loggedin
     * @throws InsecurePageError on a page that is neither https nor of this machine
     */
    beginProvider: (provider: string, wanted: { next?: string; invitation?: string } = {}): Promise<string> =>
      begin({ purpose: 'sign-in', provider, ...wanted }),
    /** As `beginProvider`, to connect the provider to the signed-in user. Needs a recent sign-in. */
    beginLinking: (provider: string, next: string): Promise<string> => begin({ purpose: 'link', provider, next }),
    /** Completes the sign-in or connection with the provider's handoff. */
    async signInWithProvider(handoff: string, flow: ProviderFlow): Promise<void> {
      const { verifier, invitation } = flow;
      if (flow.purpose === 'link') await call('POST /api/auth/link-provider', { body: { handoff, verifier } });
      else await enterBy(call('POST /api/auth/exchange', { body: { handoff, verifier, invitation } }));
    },
    async unlinkProvider(id: string): Promise<void> {
      await call('DELETE /api/auth/providers/{id}', { params: { id } });
    },
    async signInWithCustomToken(token: string): Promise<void> {
      await enterBy(call('POST /api/auth/sign-in-custom', { body: { token } }));
    },

    refresh: (): Promise<RefreshOutcome> => session.refresh(),
    getUser: (): Promise<CurrentUser> => call('GET /api/auth/profile', {}),
    updateProfile: (
      changes: Partial<Pick<Profile, 'displayName' | 'phoneNumber' | 'photoURL'>>,
    ): Promise<CurrentUser> => call('PUT /api/auth/profile', { body: changes }),
    /** Needs a recent sign-in. */
    sendEmailChange: (email: string): Promise<SentCode> => call('POST /api/auth/email', { body: { email } }),
    updateEmail: (handle: string, code: string): Promise<CurrentUser> =>
      call('PUT /api/auth/email', { body: { handle, code } }),
    /** Ends all other sessions of the user. Needs a recent sign-in. */
    async updatePassword(password: string): Promise<void> {
      await call('PUT /api/auth/password', { body: { password } });
    },
    /** Needs a recent sign-in. What this browser keeps is removed with `signOut`. */
    async deleteAccount(): Promise<void> {
      await call('DELETE /api/auth/profile', {});
    },
    /** Confirms the user's identity: for ten minutes the session counts as recently signed in. */
    async reauthenticate(proof: InputOf<'POST /api/auth/reauthenticate'>['body']): Promise<void> {
      await call('POST /api/auth/reauthenticate', { body: proof });
    },
    sendReauthenticationCode: (): Promise<SentCode> => call('POST /api/auth/reauthenticate/send-code', {}),

    listSessions: async (): Promise<SignedInSession[]> => (await call('GET /api/auth/sessions', {})).data,
    /** Revoking another session needs a recent sign-in. */
    async revokeSession(id: string): Promise<void> {
      await call('DELETE /api/auth/sessions/{id}', { params: { id } });
    },
    /** @returns how many ended. Needs a recent sign-in. */
    revokeOtherSessions: async (): Promise<number> => (await call('DELETE /api/auth/sessions', {})).ended,

    switchClient: (clientId: string): Promise<void> => session.switchTo(clientId),
    signOut: (): Promise<void> => session.signOut(),
    onChange: session.onChange,
  };
}
