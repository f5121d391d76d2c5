import type { ReviewSetting } from '@tradewind/contract/trust/review.fields'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { changesSince } from '#kit/browser/changes'
import { useInUse } from '#kit/browser/in-use'
import { useToast } from '#ui/toast/toast'

type Values = Pick<ReviewSetting, 'reviewType' | 'reviewsSearchEnabled'>

const unsaved: Values = { reviewType: null, reviewsSearchEnabled: false }

/** What is saved with what was chosen over it, and the call that saves it. */
export const useDecisions = (saved: ReviewSetting | null) => {
  const toast = useToast()
  const { mutateAsync, isPending, error } = useSend('POST /api/review/setting')
  const [chosen, choose] = useState<Partial<Values>>({})
  const [seen, setSeen] = useState(saved)
  const { reviewType, reviewsSearchEnabled } = saved ?? unsaved
  const start = { reviewType, reviewsSearchEnabled }
  if (seen !== saved) {
    setSeen(saved)
    choose(changesSince(start, { ...start, ...chosen }))
  }
  const values = { ...start, ...chosen, ...(reviewType && { reviewType }) }
  useInUse(Object.keys(changesSince(start, values)).length > 0)

  const save = async () => {
    const given = {
      reviewsSearchEnabled: values.reviewsSearchEnabled,
      ...(!reviewType && values.reviewType && { reviewType: values.reviewType }),
    }
    toast.reply(await mutateAsync(given))
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save().catch(failureOf)
  }
  const type = (change: Partial<Values>) => choose((before) => changesSince(start, { ...start, ...before, ...change }))
  return { values, type, submit, isPending, error }
}
