/** People that an event may have invited at a time. */
export const MOST_INVITED = 200

/** The mail. WAITING: it goes out soon, or is tried again. UNCERTAIN: it may have arrived, and is not sent again by itself. FAILED: it was refused. */
export const mailStates = ['WAITING', 'SENT', 'UNCERTAIN', 'FAILED'] as const

export const eventAnswers = ['ACCEPTED', 'DECLINED'] as const
export type EventAnswer = (typeof eventAnswers)[number]

/** What an answer still changes: an event that is over or cancelled takes none. */
export const invitationPhases = ['OPEN', 'OVER', 'CANCELLED'] as const
