import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { SignInForm } from './sign-in-form.tsx';

const FirstRunForm = lazyPart(() => import('./first-run-form.tsx').then((module) => module.FirstRunForm));
const SignUpForm = lazyPart(() => import('./sign-up-form.tsx').then((module) => module.SignUpForm));

/**
 * /login: sign in; with the one-time link of a new installation (`?setup=…`) make its first person; with `?sign_up=1` sign
 * up. `next` is where the person wanted to be; an invitation's address there lets them sign up with it. `email` is filled in.
 */
export function LoginPage() {
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
