/**
 * Whether the npm registry has this package. Until it does, anybody can register its name there, so no page, message or app setting may
 * run the package by its name alone. After a change, run `npm run document` and `npm run build`.
 */
export const IS_PUBLISHED: boolean = false;
