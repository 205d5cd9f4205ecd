export { SandboxCount, useWithSandbox } from './components/sandbox-count.tsx';
export { SandboxTag } from './components/sandbox-tag.tsx';
