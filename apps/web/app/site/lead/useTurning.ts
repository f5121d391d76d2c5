import type { Lead } from '@tradewind/contract/site/lead.contract'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Failure, failureOf } from '#kit/api/failure'
import { useAnswer, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { changesSince } from '#kit/browser/changes'
import { dropDraft, keepDraft, readDraft } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/in-use'
import { phrase } from '#kit/text'
import { useToast } from '#ui/toast/toast'
import { byField, sentOf, startOf, type Turning } from './start.ts'

/** The form that turns a lead into a company and a contact: what was typed stays until that is done, refusals stand at their fields. */
export const useTurning = (lead: Lead) => {
  const start = startOf(lead)
  const name = `lead/convert/${lead.uniqueId}`
  const [draft, setDraft] = useState(() => readDraft<Turning>(name))
  const [values, setValues] = useState<Turning>(() => ({ ...start, ...draft?.values }))
  const latest = useRef(values)
  const { send, failure, errors, forgive, isPending } = useSending(lead, name)
  useInUse(Object.keys(changesSince(start, values)).length > 0)

  const type = <F extends keyof Turning>(field: F, value: Turning[F]) => {
    latest.current = { ...latest.current, [field]: value }
    setValues(latest.current)
    keepDraft(name, { from: start, base: null, values: latest.current })
    forgive(field)
  }
  const discard = () => {
    dropDraft(name)
    setDraft(null)
    latest.current = start
    setValues(start)
    forgive()
  }
  return { values, type, errors, failure, isPending, discard, isRestored: draft !== null, submit: () => send(latest.current) }
}

const unchosen = () => new Failure(422, phrase('Please check the form'), { companyId: phrase('Choose a company') })

/** Sends it, and leads to the company. */
const useSending = ({ uniqueId }: Lead, draft: string) => {
  const at = useArea()
  const toast = useToast()
  const navigate = useNavigate()
  const turnedAlready = useAnswer('GET /api/lead/:uniqueId', { uniqueId })
  const { mutateAsync, isPending } = useSend('POST /api/lead/convert')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const send = async (values: Turning) => {
    try {
      if (!values.isNew && !values.companyId) throw unchosen()
      const reply = await mutateAsync(sentOf(uniqueId, values) as Parameters<typeof mutateAsync>[0])
      dropDraft(draft)
      toast.reply(reply)
      await navigate(at(`company/show/${reply.data.company?.uniqueId}`))
    } catch (error) {
      const { status, message, fields, data } = failureOf(error)
      const refusal = new Failure(status, message, status === 422 ? byField(fields) : data)
      if (status === 409) await turnedAlready.refresh()
      setFailure(refusal)
      setErrors(refusal.fields)
    }
  }
  /** What is typed anew is no longer wrong. */
  const forgive = (field?: string) => {
    setErrors((before) => (field ? { ...before, [field]: '' } : {}))
    if (!field) setFailure(null)
  }
  return { send, failure, errors, forgive, isPending }
}
