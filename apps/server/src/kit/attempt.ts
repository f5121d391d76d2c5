import { phrase } from '@tradewind/contract/kit/say'
import { AsyncLocalStorage } from 'node:async_hooks'

/** One try to send the letter of a job, as whoever sends it sees it. */
export interface Attempt {
  /** Notes to whom it goes. */
  addressed: (address: string) => void
  /** Committed before the first byte of it goes out: whoever finds it begun does not send it again. */
  begin: () => Promise<void>
  /** It will never be tried again: it was refused, or nobody knows whether it has arrived. With what the mail server said, if anything. */
  end: (state: 'REFUSED' | 'UNCERTAIN', said: string) => void
  /** It was surely not taken. */
  later: (said: string) => void
}

const current = new AsyncLocalStorage<Attempt>()

/** The try that goes on here; undefined where no job sends. */
export const currentAttempt = () => current.getStore()

/** What is kept of a letter with its job. */
export interface LetterNote {
  to?: string
  state?: 'BEGUN' | 'REFUSED' | 'UNCERTAIN'
  problem?: string
}

interface Letter {
  note: LetterNote | undefined
  /** Keeps the note with the job; `isLast`: the job is not tried again. */
  keep: (note: LetterNote, isLast?: boolean) => Promise<void>
}

const AWAY = phrase('The mail server cannot be reached')
const problems = {
  REFUSED: phrase('The mail server refused the email'),
  UNCERTAIN: phrase('The connection was lost during the upload'),
}
const LOST = phrase('The server was stopped during the upload')

/** Sends a letter once, in one of the tries of its job: one that was begun and broke off is not sent again. Throws where it was not sent. */
export const sendOnce = async ({ note = {}, keep }: Letter, work: () => Promise<void>) => {
  let now: LetterNote = note
  let isOut = false
  const giveUp = async () => {
    await keep(now, true)
    throw new Error('This letter is not sent again')
  }
  if (now.state === 'BEGUN') {
    now = { ...now, state: 'UNCERTAIN', problem: LOST }
    return giveUp()
  }
  const attempt: Attempt = {
    addressed: (to) => (now = { ...now, to }),
    begin: async () => {
      await keep({ ...now, state: 'BEGUN' })
      isOut = true
    },
    end: (state, said) => (now = { ...now, state, problem: said || problems[state] }),
    later: (said) => {
      now = { ...now, problem: said || AWAY }
      isOut = false
    },
  }
  try {
    await current.run(attempt, work)
  } catch (error) {
    if (!now.state && isOut) now = { ...now, state: 'UNCERTAIN', problem: LOST } // it went out, and then something else failed
    if (!now.state) await keep(now)
    if (!now.state) throw error
  }
  if (now.state) await giveUp()
}
