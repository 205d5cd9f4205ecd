/** The build's information about a module. */
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** The entry points of a first visit: the app itself, and the modules of the two most common first screens. */
const entry = ['main.tsx'];
const signIn = ['app/layouts/auth-layout.tsx', 'features/identity/pages/login-page.tsx'];
const work = ['app/shell/frame.tsx', 'features/inbox/pages/inbox-page.tsx'];

/**
 * Assigns a module of the frame, the platform or the UI kit to a chunk: `parts` when the app itself or both first
 * screens import it, `work` or `inbox-screen` when the inbox does, none when only later screens do. Derived from the
 * import graph, so that a module for a later screen never adds to the first.
 * @param sourceDir the folder `src`, absolute
 */
export function firstScreenFile(sourceDir: string): (id: string, modules: Modules) => string | null {
  let known: { graph: Modules; signIn: Set<string>; work: Set<string>; entry: Set<string> } | null = null;
  const path = (file: string) => `${sourceDir}/${file}`;
  return (id, modules) => {
    if (known?.graph !== modules) {
      const reach = (files: readonly string[]) => reachable(files.map(path), modules);
      known = { graph: modules, entry: reach(entry), signIn: reach(signIn), work: reach(work) };
    }
    // Lazily loaded modules keep their own chunk, which the manifest names.
    if ([...entry, ...signIn, ...work].some((file) => id === path(file))) return null;
    if (id.includes('/features/')) return known.work.has(id) && !known.entry.has(id) ? 'inbox-screen' : null;
    if (known.entry.has(id) || (known.signIn.has(id) && known.work.has(id))) return 'parts';
    return known.work.has(id) ? 'work' : null;
  };
}

/** All static imports of modules. */
function reachable(from: readonly string[], modules: Modules): Set<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/** Chunks whose imports are preloaded; named by the build after their entry modules. */
const early = /\/(frame|inbox-page|inbox-screen|login-page|auth-layout)-[\w-]+\.js$/;

/**
 * The preloads of a lazy chunk. The first screens' imports load in parallel; for all other screens a list of their
 * styles is enough, because the list of all files would add to the first.
 */
export function preloadForFirstScreens(file: string, needed: string[]): string[] {
  return early.test(`/${file}`) || file.endsWith('.html') ? needed : needed.filter((name) => name.endsWith('.css'));
}
