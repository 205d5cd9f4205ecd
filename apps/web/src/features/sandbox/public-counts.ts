export { SandboxCount, useWithSandbox } from './components/sandbox-count.tsx';
