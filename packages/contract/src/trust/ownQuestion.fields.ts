/** Questions of their own that somebody's survey asks, at most. */
export const MOST_OWN_QUESTIONS = 5

/** Characters that such a question can have. */
export const OWN_QUESTION_LENGTH = 300
