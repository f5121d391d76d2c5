/** Matches a UUID in lower case, as part of a regular expression; without a capturing group. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
