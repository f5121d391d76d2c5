import { phrase, type Say } from '#kit/text'

const gone = phrase('Deleted user')

/** Who did something, as the trail and timelines name them. They forget the names of people who are gone. */
export const whoDid = ({ byName }: { byName: string }, t: Say) => byName || t(gone)
