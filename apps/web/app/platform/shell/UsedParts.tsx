import { Toasts } from '#ui/page/Toasts'
import { useUpdates } from './useUpdates.ts'

/** What a signed-in page loads once somebody uses it: short messages, and the watch for a newer version of the application. */
export const UsedParts = () => {
  useUpdates()
  return <Toasts />
}
