/** The maximum number of own questions in a survey. */
export const MOST_OWN_QUESTIONS = 5

/** The maximum number of characters in an own question. */
export const OWN_QUESTION_LENGTH = 300
