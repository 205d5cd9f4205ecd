import type { Scenario } from '@parley/contract/types';

const files = import.meta.glob<Scenario>('../../../../../../../packages/contract/scenarios/*.json', {
  eager: true,
  import: 'default',
});

/** Scenarios that come with the product; the tests play the same files. By name. */
export const builtInScenarios: readonly Scenario[] = Object.values(files).sort((a, b) => (a.name < b.name ? -1 : 1));
