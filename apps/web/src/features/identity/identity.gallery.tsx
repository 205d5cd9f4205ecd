import { useLingui } from '@lingui/react/macro';
import type { GallerySection } from '../../gallery/section.ts';
import type { AuthConfig } from './auth-config.ts';
import styles from './identity.gallery.module.css';
import { CodeEntry } from './letter-steps.tsx';
import { Ways } from './sign-in-form.tsx';

const nothing = () => undefined;
const email = 'dana@kestrel.example';

function configWith(changes: Partial<AuthConfig>): AuthConfig {
  return {
    methods: ['password'],
    password_policy: { min_length: 8 },
    providers: [],
    push: { vapid_public_key: null, onesignal_app_id: null },
    sign_up: 'invite-only',
    ...changes,
  };
}

const everyWay = configWith({
  methods: ['password', 'email_code', 'email_link', 'provider'],
  providers: [
    { id: 'corp', name: 'Kestrel single sign-on' },
    { id: 'long', name: 'A provider with a name that is far too long for its button' },
  ],
  sign_up: 'open',
});

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'ways-in', title: t`Ways to sign in`, states: <WaysIn />, wide: true },
    { id: 'letters', title: t`A letter is on its way`, states: <Letters />, wide: true },
  ];
}

function WaysIn() {
  const form = { next: undefined, email, onEmail: nothing, onLetter: nothing };
  return (
    <>
      {[everyWay, configWith({}), null].map((config, index) => (
        // The order of these is all there is to tell them apart.
        <div key={String(index)} className={styles.column}>
          <Ways {...form} config={config} />
        </div>
      ))}
    </>
  );
}

function Letters() {
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
