import { type RefObject, type SubmitEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Failure, unanswered } from '#kit/api/failure'
import { useKeepLanguage } from '#kit/page/page'
import { phrase, useLanguage } from '#kit/text'

const stands = 3000 // ms until the way home
const nameless = phrase('Company Name is required!')

const fieldsIn = (form: HTMLFormElement) => {
  const { file, ...fields } = Object.fromEntries(new FormData(form)) as Record<string, string> & { file?: string | File }
  const { firstName = '', lastName = '', emailAddress = '', userCompanyName = '', ...rest } = fields
  const logo = file instanceof File && file.size > 0 ? { file } : {}
  return { firstName, lastName, emailAddress, userCompanyName, ...rest, ...logo }
}

/** What sends comes after the page. */
const sending = () => import('./send.ts')

/** Sends the form; once the account is there, `said` is the server's word of it, and the way leads home. */
export const useSigningUp = (form: RefObject<HTMLFormElement | null>, onArrived: () => void) => {
  const lang = useLanguage()
  const [said, setSaid] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  useWayHome(said !== null)
  useEffect(() => void sending().catch(unanswered), [])
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure, form])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = fieldsIn(event.currentTarget)
    if (!fields.userCompanyName.trim()) return setFailure(new Failure(422, nameless, { userCompanyName: nameless }))
    setBusy(true)
    setFailure(null)
    const outcome = await sending().then(({ sent }) => sent({ ...fields, lang }), unanswered)
    setBusy(false)
    if (outcome instanceof Failure) return setFailure(outcome)
    onArrived()
    setSaid(outcome)
  }
  return { submit, said, failure, busy }
}

const useWayHome = (isDone: boolean) => {
  const navigate = useNavigate()
  const home = useKeepLanguage()('/')
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate(home), stands)
    return () => clearTimeout(timer)
  }, [isDone, home, navigate])
}
