import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { loadImportFields } from '../../contacts/public.ts';

type Parts = Awaited<ReturnType<typeof loadImportFields>>;
type PropsOf<K extends 'ImportFields' | 'RuleFields'> = Parameters<Parts[K]>[0];

/** The columns of a file with what they are mapped to. */
export const ImportFields = lazyComponent<PropsOf<'ImportFields'>>(
  async () => (await loadImportFields()).ImportFields,
  { fallback: null },
);

/** What to do with existing contacts, which lists to add to, and who opted in. */
export const RuleFields = lazyComponent<PropsOf<'RuleFields'>>(async () => (await loadImportFields()).RuleFields, {
  fallback: null,
});
