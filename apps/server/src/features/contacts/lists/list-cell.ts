/** Names of lists as one cell; a name is quoted where it holds the comma between them, or another separator that an import guesses. */
export function joinListNames(names: readonly string[]): string {
  return names.map((name) => (/[",;|]|:::/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',');
}

/** The names in a cell, without blanks around them. @param separator between names; within quotes it is part of one */
export function splitListNames(cell: string, separator: string): string[] {
  const names: string[] = [];
  for (let rest = cell.trimStart(); rest !== ''; ) {
    const quoted = /^"((?:[^"]|"")*)"\s*/.exec(rest);
    const after = quoted === null ? '' : rest.slice(quoted[0].length);
    if (quoted !== null && (after === '' || after.startsWith(separator))) {
      names.push((quoted[1] ?? '').replaceAll('""', '"').trim());
      rest = after.slice(separator.length).trimStart();
    } else {
      const end = rest.indexOf(separator);
      names.push((end < 0 ? rest : rest.slice(0, end)).trim());
      rest = end < 0 ? '' : rest.slice(end + separator.length).trimStart();
    }
  }
  return names.filter((name) => name !== '');
}
