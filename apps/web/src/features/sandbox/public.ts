export { SandboxTag } from './components/sandbox-tag.tsx';
