/** Marks a text in data, so that it is found for translation. It is translated where it is displayed. */
export const phrase = (english: string) => english
