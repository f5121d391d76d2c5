import { failureOf } from '#kit/api/failure'
import { useToast } from '#ui/page/toast'
import type { Decide, Value } from './decisions.ts'

interface Said {
  responseStatus: string
  message: string
}

/** Saves a decision, tells so, and waits for what holds then. A refusal is given back: it stands at its input. */
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
