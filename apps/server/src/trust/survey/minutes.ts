/** Minutes that a survey takes: a quarter of one for each question, and one for words. Its page and its letters say the same. */
export const minutesFor = (questions: number) => Math.ceil(questions / 4) + 1
