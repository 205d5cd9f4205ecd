/** What a member lets an application do: read, or read and write, within the member’s own rights. */
export const applicationScopes = ['read', 'write'] as const;
export type ApplicationScope = (typeof applicationScopes)[number];
