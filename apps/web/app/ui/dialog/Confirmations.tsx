import { Suspense, useState } from 'react'
import { useQuestion } from '#ui/dialog/confirm'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

const ConfirmDialog = lazyWithRetry(async () => (await import('#ui/dialog/ConfirmDialog')).ConfirmDialog)

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
