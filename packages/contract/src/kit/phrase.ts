/** Marks a text in data, so that it is found for translation. It is translated where it is displayed. */
export const phrase = (english: string) => english

/**
 * The English of a text's key. A key adds the meaning after `@@` where the English word has several, which other languages distinguish:
 * `Name@@first name`.
 */
export const englishOf = (key: string) => key.split('@@', 1)[0]!
