import type { InputOf, OutputOf, Profile, RouteKey, Tokens } from '@parley/contract/types';
import type { RefreshOutcome, Session } from '../../platform/session.ts';
import { challengeOf, newVerifier, type ProviderFlow, type ProviderFlows } from './provider-flow.ts';

/** The one way to call a route; `platform/api.ts` has it. */
export type CallRoute = <K extends RouteKey>(key: K, input: InputOf<K>) => Promise<OutputOf<K>>;

export type IdentityParts = {
  session: Session;
  call: CallRoute;
  flows: ProviderFlows;
  /** An API path under the configured base, for the one way that leaves the page. */
  addressOf(path: string): Promise<string>;
};

export type Identity = ReturnType<typeof createIdentity>;

/** The signed-in person with the accounts they belong to. */
export type Person = OutputOf<'GET /api/auth/profile'>;
export type SignedInSession = OutputOf<'GET /api/auth/sessions'>['data'][number];
export type SignUpInput = { name: string; email: string; password: string; invitation?: string };
/** A code was or will be sent; `handle` is this browser's half of it. */
export type SentCode = { handle: string };

/**
 * The app's side of the identity provider: everything the product asks of one, so that another provider is another
 * implementation of these verbs. Signing in puts the session of this tab in place; who calls then goes where
 * `/loggedin` sends them. All verbs throw ApiError and NetworkError; `signInProblemOf` sorts them.
 */
export function createIdentity(parts: IdentityParts) {
  const { session, call, flows } = parts;
  const enter = (tokens: Tokens): void => session.signIn(tokens);

  /** Keeps what only this tab knows and answers the address that begins the provider's way. */
  async function begin(flow: Omit<ProviderFlow, 'verifier'>): Promise<string> {
    const verifier = newVerifier();
    const challenge = await challengeOf(verifier);
    flows.keep({ ...flow, verifier });
    const query = new URLSearchParams({ provider: flow.provider, challenge });
    return parts.addressOf(`/api/auth/oidc/start?${query}`);
  }

  return {
    /** Ways to sign in that work here. */
    config: () => call('GET /api/auth/config', {}),

    /** @returns null when that already signed in, else what the code of the letter belongs to */
    async signUp(input: SignUpInput): Promise<SentCode | null> {
      const answer = await call('POST /api/auth/sign-up', { body: input });
      if ('handle' in answer) return answer;
      enter(answer);
      return null;
    },
    async signInWithPassword(email: string, password: string): Promise<void> {
      enter(await call('POST /api/auth/sign-in', { body: { email, password } }));
    },
    /** Says nothing about whether somebody has the address. */
    async sendEmailLink(email: string): Promise<void> {
      await call('POST /api/auth/send-link', { body: { email } });
    },
    /** Uses the link up; only ever after a press of the person, because mail filters open what they find. */
    async signInWithEmailLink(link: string): Promise<void> {
      enter(await call('POST /api/auth/sign-in-link', { body: { link } }));
    },
    sendCode: (email: string): Promise<SentCode> => call('POST /api/auth/send-code', { body: { email } }),
    async signInWithCode(handle: string, code: string): Promise<void> {
      enter(await call('POST /api/auth/sign-in-code', { body: { handle, code } }));
    },
    /**
     * Begins a provider's way. @returns the address to go to; the way comes back to /loggedin
     * @throws InsecurePageError on a page that is neither https nor of this machine
     */
    beginProvider: (provider: string, wanted: { next?: string; invitation?: string } = {}): Promise<string> =>
      begin({ purpose: 'sign-in', provider, ...wanted }),
    /** As `beginProvider`, to connect the provider to the person who is signed in. Needs a recent sign-in. */
    beginLinking: (provider: string, next: string): Promise<string> => begin({ purpose: 'link', provider, next }),
    /** Signs in, or connects, by what the provider handed over to the tab that began. */
    async signInWithProvider(handoff: string, flow: ProviderFlow): Promise<void> {
      const { verifier, invitation } = flow;
      if (flow.purpose === 'link') await call('POST /api/auth/link-provider', { body: { handoff, verifier } });
      else enter(await call('POST /api/auth/exchange', { body: { handoff, verifier, invitation } }));
    },
    async unlinkProvider(id: string): Promise<void> {
      await call('DELETE /api/auth/providers/{id}', { params: { id } });
    },
    async signInWithCustomToken(token: string): Promise<void> {
      enter(await call('POST /api/auth/sign-in-custom', { body: { token } }));
    },

    refresh: (): Promise<RefreshOutcome> => session.refresh(),
    getUser: (): Promise<Person> => call('GET /api/auth/profile', {}),
    updateProfile: (changes: Partial<Pick<Profile, 'displayName' | 'phoneNumber' | 'photoURL'>>): Promise<Person> =>
      call('PUT /api/auth/profile', { body: changes }),
    /** Needs a recent sign-in. */
    sendEmailChange: (email: string): Promise<SentCode> => call('POST /api/auth/email', { body: { email } }),
    updateEmail: (handle: string, code: string): Promise<Person> =>
      call('PUT /api/auth/email', { body: { handle, code } }),
    /** Ends all other sessions of the person. Needs a recent sign-in. */
    async updatePassword(password: string): Promise<void> {
      await call('PUT /api/auth/password', { body: { password } });
    },
    /** Needs a recent sign-in. What this browser keeps is removed with `signOut`. */
    async deleteAccount(): Promise<void> {
      await call('DELETE /api/auth/profile', {});
    },
    /** Shows once more who it is: for ten minutes this session counts as signed in recently. */
    async reauthenticate(proof: { password: string } | { handle: string; code: string }): Promise<void> {
      await call('POST /api/auth/reauthenticate', { body: proof });
    },
    sendReauthenticationCode: (): Promise<SentCode> => call('POST /api/auth/reauthenticate/send-code', {}),

    listSessions: async (): Promise<SignedInSession[]> => (await call('GET /api/auth/sessions', {})).data,
    /** Another session than this one needs a recent sign-in. */
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
