import { Toasts } from '#ui/page/Toasts'
import { TouchNames } from '#ui/page/TouchNames'
import { useUpdates } from './useUpdates.ts'

/** What a signed-in page loads once somebody uses it: short messages, the names of icons on touch screens, and the watch for a newer version of the application. */
export const UsedParts = () => {
  useUpdates()
  return (
    <>
      <Toasts />
      <TouchNames />
    </>
  )
}
