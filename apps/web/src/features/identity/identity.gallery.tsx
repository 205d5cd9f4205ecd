import { useLingui } from '@lingui/react/macro';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { CodeEntry } from './components/email-steps.tsx';
import { SignInMethods } from './components/sign-in-form.tsx';
import type { AuthConfig } from './data/auth-config.ts';
import styles from './identity.gallery.module.css';

const nothing = () => undefined;
const email = 'dana@kestrel.example';

function configWith(changes: Partial<AuthConfig>): AuthConfig {
  return {
    methods: ['password'],
    password_policy: { min_length: 8 },
    providers: [],
    push: { vapid_public_key: null, onesignal_app_id: null },
    sign_up: 'invite-only',
    passkey_origin: null,
    set_up: true,
    ...changes,
  };
}

const allMethods = configWith({
  methods: ['password', 'email_code', 'email_link', 'provider'],
  providers: [
    { id: 'corp', name: 'Kestrel single sign-on' },
    { id: 'long', name: 'A provider with a name that is far too long for its button' },
  ],
  sign_up: 'open',
  passkey_origin: window.location.origin,
});

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'ways-in', title: t`Ways to sign in`, states: <SignInForms />, wide: true },
    { id: 'letters', title: t`A letter is on its way`, states: <EmailForms />, wide: true },
  ];
}

function SignInForms() {
  const form = { next: undefined, email, onEmail: nothing, onEmailSent: nothing };
  return (
    <>
      {[allMethods, configWith({}), null].map((config, index) => (
        // The list is static, so the index is a stable key.
        <div key={String(index)} className={styles.column}>
          <SignInMethods {...form} config={config} />
        </div>
      ))}
    </>
  );
}

function EmailForms() {
  const rest = { next: undefined, onStep: nothing, onBack: nothing };
  return (
    <>
      <div className={styles.column}>
        <CodeEntry {...rest} step={{ kind: 'code', email, handle: '', from: 'mail' }} />
      </div>
      <div className={styles.column}>
        <CodeEntry {...rest} step={{ kind: 'code', email, handle: '', from: 'operator', purpose: 'sign-up' }} />
      </div>
    </>
  );
}
