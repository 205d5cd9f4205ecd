import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { SecondFactorQuestion } from '../components/second-factor-question.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';

const FirstRunForm = lazyComponent(() =>
  import('../components/first-run-form.tsx').then((module) => module.FirstRunForm),
);
const SignUpForm = lazyComponent(() => import('../components/sign-up-form.tsx').then((module) => module.SignUpForm));

/**
 * /login: sign in; with the one-time link of a new installation (`?setup=…`) create its first user; with `?sign_up=1`
 * sign up. `next` is the requested page; an invitation's URL there lets the user sign up with it. `email` is filled
 * in.
 */
export function LoginPage() {
  return (
    <>
      <SignIn />
      <SecondFactorQuestion />
    </>
  );
}

function SignIn() {
  const { setup, sign_up: signUp, next, email } = useSearch({ strict: false });
  const wanted = typeof next === 'string' ? next : undefined;
  const known = typeof email === 'string' ? email : '';
  if (typeof setup === 'string' && setup !== '') {
    return (
      <Suspense>
        <FirstRunForm token={setup} />
      </Suspense>
    );
  }
  if (signUp !== undefined) {
    return (
      <Suspense>
        <SignUpForm next={wanted} email={known} />
      </Suspense>
    );
  }
  return <SignInForm next={wanted} email={known} />;
}
