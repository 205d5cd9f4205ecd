import { Outlet } from '@tanstack/react-router';
import { AuthLayoutFrame } from './auth-layout-frame.tsx';

export function AuthLayout() {
  return (
    <AuthLayoutFrame>
      <Outlet />
    </AuthLayoutFrame>
  );
}
