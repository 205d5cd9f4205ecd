import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isMember } from '../platform/addresses.ts';
import { session } from '../platform/browser-session.ts';
import { Logo } from '../ui/logo.tsx';

/**
 * The landing page. index.html has the same texts for readers without script; therefore its classes are global.
 * Signed-in users are redirected to the inbox.
 */
export function LandingPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  useEffect(() => {
    if (isMember(session.state())) void navigate({ to: '/inbox', replace: true });
  }, [navigate]);
  return (
    <div className="landing">
      <main>
        <p className="landing-name">
          <Logo size={28} />
          Parley
        </p>
        <h1>{t`Your team’s WhatsApp, in one inbox.`}</h1>
        <p className="landing-lead">
          {t`Parley is a shared WhatsApp inbox for business teams, on your own server: everyone sees the same conversations, and no one replies twice.`}
        </p>
        <p className="landing-ways">
          <Link to="/login" className="landing-way landing-way-first">{t`Sign in`}</Link>
          <Link to="/login" search={{ next: '/sandbox' }} className="landing-way">{t`Try the sandbox`}</Link>
        </p>
        <p className="landing-note">
          {t`The sandbox is a simulated phone next to your inbox. Write as a customer, reply as your team and watch the ticks, without a number.`}
        </p>
      </main>
      <svg className="landing-picture" viewBox="0 0 600 440" aria-hidden="true">
        <use href="/picture.svg#inbox" />
      </svg>
    </div>
  );
}
