import { Suspense, useState } from 'react'
import { useQuestion } from '#ui/page/confirm'
import { later } from '#ui/page/later'

const ConfirmDialog = later(async () => (await import('#ui/page/ConfirmDialog')).ConfirmDialog)

/** Where the questions of `confirm` appear. The dialog is fetched with the first one. */
export const Confirmations = () => {
  const question = useQuestion()
  const [asked, setAsked] = useState(false)
  if (question && !asked) setAsked(true)
  return (
    asked && (
      <Suspense>
        <ConfirmDialog />
      </Suspense>
    )
  )
}
