import type { Language } from '@tradewind/contract/kit/language'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Answer } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { phrase, useText } from '#kit/text'
import { useToast } from '#ui/page/toast'

export type Became = Pick<Answer<'POST /api/review/campaign'>, 'invited' | 'skipped'>

/** What is decided before letters go out. */
interface Terms {
  language: Language
  sentence: string
  reminders: boolean
}

/** Who was left out, where that was everybody. */
const skippedIn = ({ status, data }: Failure) =>
  status === 422 ? (data as Partial<Pick<Became, 'skipped'>> | null)?.skipped : undefined

/** Asks the ticked contacts for a review: checks, the question before, the call, and what became of it. */
export const useSending = (ticked: ReadonlySet<string>, onSent: () => void) => {
  const toast = useToast()
  const complain = useComplaints()
  const setting = useCall('GET /api/review/setting', {})
  const campaign = useSend('POST /api/review/campaign')
  const [isOpen, setOpen] = useState(false)
  const [became, setBecame] = useState<Became>()
  /** As many as are asked for: the dialog still says it while it closes. */
  const [count, setCount] = useState(0)
  /** What is wrong with the sentence. */
  const [fault, setFault] = useState('')

  const begin = async () => {
    if (ticked.size === 0) return complain.nobody()
    const { data, error } = setting.data?.reviewType ? setting : await setting.refetch()
    if (error) return toast.failure(error)
    if (!data?.reviewType) return complain.unset(phrase('Please set your survey type in settings first!'))
    setBecame(undefined)
    setFault('')
    setCount(ticked.size)
    setOpen(true)
  }
  const send = async (terms: Terms) => {
    try {
      const reply = await campaign.mutateAsync({ audienceList: [...ticked], ...terms })
      if (reply.data.invited > 0) toast.reply(reply)
      onSent()
      if (reply.data.skipped.length > 0) setBecame(reply.data)
      else setOpen(false)
    } catch (error) {
      const failure = failureOf(error)
      const skipped = skippedIn(failure)
      if (skipped) return setBecame({ invited: 0, skipped })
      const wrong = failure.fields['sentence']
      if (wrong) return setFault(wrong)
      if (failure.status === 409) complain.unset(failure.message)
      else if (failure.status === 404) complain.gone()
      else toast.failure(failure)
      if (failure.status === 404) onSent()
      setOpen(false)
    }
  }
  return {
    begin,
    send,
    isOpen,
    count,
    audienceList: [...ticked],
    became,
    fault,
    forget: () => setFault(''),
    close: () => setOpen(false),
    isPending: campaign.isPending,
  }
}

const useComplaints = () => {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const at = useArea()
  return {
    nobody: () => {
      const text = t('Please select at least one contact for the audience list!')
      toast.show({ title: t('Validation'), text, failed: true })
    },
    gone: () =>
      toast.show({
        title: t('ERROR'),
        text: t('Some of them are no longer in your audience. Please select again.'),
        failed: true,
      }),
    /** A sentence that says what must be decided on the settings page first, and the way there. */
    unset: (sentence: string) =>
      toast.show({
        title: t('Error'),
        text: t(sentence),
        failed: true,
        action: { label: t('Settings'), run: () => void navigate(at('settings')), stands: 8000 },
      }),
  }
}
