/** The maximum number of own questions in a survey. */
export const MAX_OWN_QUESTIONS = 5

/** The maximum number of characters in an own question. */
export const MAX_OWN_QUESTION_LENGTH = 300
