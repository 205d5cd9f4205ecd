/** The file can’t be imported: words for the member. */
export class FileProblem extends Error {}
