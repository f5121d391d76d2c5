import { type RefObject, type SubmitEvent, useEffect, useState } from 'react'
import { allMandatory } from '#site/enquiry/blank'
import type { EnquiryReply } from '#site/enquiry/useEnquiry'
import { missingIn, type Wanted, wantedIn } from './enquiry.values.ts'

type Faults = Readonly<Record<string, string>>

const chosenIn = (form: HTMLFormElement) => wantedIn(Object.fromEntries(new FormData(form)) as Record<string, string>)

/** The faults that were shown and are there still. */
const stillIn = (shown: Faults, missing: Faults) =>
  Object.fromEntries(Object.entries(shown).filter(([field]) => field in missing))

const faulty = '[data-invalid] summary, [aria-invalid="true"]'

/** What happens around the first step: it is checked before the second opens, and emptied once that has arrived. */
export const useFirstStep = (form: RefObject<HTMLFormElement | null>, { heed, drop }: { heed: () => void; drop: () => void }) => {
  const [faults, setFaults] = useState<Faults>({})
  const [warnedAt, setWarnedAt] = useState(0)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [said, setSaid] = useState<EnquiryReply | null>(null)
  useEffect(() => {
    if (warnedAt) form.current?.querySelector<HTMLElement>(faulty)?.focus()
  }, [warnedAt, form])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = chosenIn(event.currentTarget)
    const missing = missingIn(chosen)
    const isWhole = Object.keys(missing).length === 0
    setFaults(missing)
    setSaid(null)
    setWarnedAt(isWhole ? 0 : Date.now())
    setWanted(isWhole ? chosen : null)
  }
  const change = () => {
    heed()
    const { current } = form
    if (current) setFaults((shown) => stillIn(shown, missingIn(chosenIn(current))))
  }
  const arrived = (answer: EnquiryReply) => {
    setWanted(null)
    setSaid(answer)
    form.current?.reset()
    heed()
    drop()
  }
  const warning = warnedAt > 0 && { ...allMandatory, at: warnedAt, onGone: () => setWarnedAt(0) }
  return { submit, change, faults, warning, said, wanted, close: () => setWanted(null), arrived }
}
