/** The locale in which days are spelled out: the day comes before the month in every language, as in DD-MM-YYYY. */
export const dateLocale = (language: string) => (language === 'en' ? 'en-GB' : language)
