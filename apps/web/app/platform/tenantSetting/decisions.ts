import type { Decision as Decided } from '@tradewind/contract/platform/tenantSetting.contract'
import { type Failure, failureOf } from '#kit/api/failure'
import { useToast } from '#ui/page/toast'

interface Said {
  responseStatus: string
  message: string
}

/** Saves a decision, tells so, and waits for what holds then. A refusal is given back: it is at its input. */
export const useDecide = (save: (key: string, value: Value) => Promise<Said>, refetch: () => Promise<unknown>): Decide => {
  const toast = useToast()
  return async (key, value) => {
    try {
      toast.reply(await save(key, value))
      await refetch()
      return null
    } catch (error) {
      return failureOf(error)
    }
  }
}

export type Decision = Decided

/** What one decides: null goes back to the standard. */
export type Value = boolean | string | null

/** Saves one decision; gives the failure where it was refused. */
export type Decide = (key: string, value: Value) => Promise<Failure | null>

export interface InputProps {
  decision: Decision
  /** Saves another value. */
  onDecide: (value: Value) => Promise<void>
  /** What the server has against the last one. */
  error: string | null
  busy: boolean
}

/** The one sentence that the server has against a value. */
export const sentenceOf = (failure: Failure) => Object.values(failure.fields)[0] ?? failure.message
