import { useLingui } from '@lingui/react/macro';
import { ApiError, NetworkError } from '../platform/errors.ts';
import type { GallerySection } from './gallery-section.ts';
import { ProblemState } from './problem-state.tsx';
import { Skeleton } from './skeleton.tsx';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'loading', title: t`First load of something never seen`, states: <Loading /> },
    { id: 'problems', title: t`What couldn’t be had`, states: <Problems /> },
  ];
}

function Loading() {
  const { t } = useLingui();
  return (
    <div style={{ display: 'grid', gap: 20, inlineSize: '100%' }}>
      <Skeleton shape="list" label={t`Loading conversations`} count={2} />
      <Skeleton shape="table" label={t`Reading the contacts`} count={3} />
      <Skeleton shape="text" label={t`Reading the note`} count={3} />
    </div>
  );
}

function Problems() {
  const { t } = useLingui();
  const refusal = new ApiError({
    status: 500,
    code: 'internal',
    message: 'x',
    data: [],
    requestId: '0193c2e5-7f41-7c00-8000-5a1d6b2e9f00',
    retryAfterSeconds: null,
  });
  return (
    <div style={{ display: 'grid', gap: 32 }}>
      <ProblemState title={t`The contacts couldn’t be read`} error={refusal} onRetry={() => undefined} />
      <ProblemState
        title={t`The contacts couldn’t be read`}
        error={new NetworkError('offline')}
        onRetry={() => undefined}
      />
    </div>
  );
}
