import { phrase } from '@tradewind/contract/kit/phrase'
import {
  businessServices,
  capabilityServices,
  type DeliveryPeriod,
  deliveryPeriods,
  type ServiceKey,
  serviceKeys,
} from '@tradewind/contract/site/lead.constants'
import { type RefObject, type SubmitEvent, Suspense, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { preventEnterSubmit, useStoredForm } from '#kit/browser/storedForm'
import { usePage } from '#kit/page/page'
import { useAllTexts, useText } from '#kit/text'
import type { CountryOption } from '#site/enquiry/countries'
import type { EnquiryReply } from '#site/enquiry/EnquiryModal'
import { allMandatoryNotice, findBlank } from '#site/enquiry/mandatory'
import { lazyPublicPart } from '#ui/page/lazyPublicPart'
import { Notice } from '#ui/page/Notice'
import { useCloseDetails } from './useCloseDetails.ts'

/** The search: the enquiry's first step. */
export interface SearchSelection {
  services: ServiceKey[]
  country: string
  deliveryPeriod: DeliveryPeriod
}

/** The name of a service's form field. */
export const fieldOf = (service: ServiceKey) => `service:${service}`

/** What was chosen in the fields of the first step. */
export const parseSelection = (typed: Readonly<Record<string, string>>): SearchSelection => ({
  services: serviceKeys.filter((key) => typed[fieldOf(key)]),
  country: typed['country'] ?? '',
  deliveryPeriod: (typed['deliveryPeriod'] ?? '') as DeliveryPeriod,
})

/** The messages for the parts of it that are missing. */
export const findMissing = ({ services, ...chosen }: SearchSelection) =>
  findBlank(
    { ...chosen, services: services.join() },
    {
      services: phrase('Choose at least one service'),
      country: phrase('Choose a country'),
      deliveryPeriod: phrase('Choose a delivery period'),
    },
  )

const Matches = lazyPublicPart(async () => (await import('./Matches.tsx')).Matches)
const EnquiryDialog = lazyPublicPart(async () => (await import('./EnquiryDialog.tsx')).EnquiryDialog)

/** The search for a service: the enquiry's first step. The second is a dialog that asks for the sender's contact data. */
export const Search = ({ markets }: { markets: readonly CountryOption[] }) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { typed, storeInput: store, drop, isReady } = useStoredForm('enquiry', form)
  const { submit, change, faults, warning, said, wanted, close, arrived } = useFirstStep(form, { store, drop })
  const { services, country } = parseSelection(typed)
  useAllTexts(Boolean(warning) || services.length > 0 || country !== '')
  return (
    <>
      <form ref={form} className="seek" method="post" noValidate onInput={change} onSubmit={submit} aria-labelledby="seek">
        <h2 id="seek">{t('Which service do you need?')}</h2>
        <p>{t('Ask for an offer: choose what you need, and we write to you. What fits is shown below.')}</p>
        <SearchFields count={services.length} markets={markets} faults={faults} />
        <button type="submit" className="open-button open-button-main" disabled={!isReady}>
          {t('Ask for an offer')}
        </button>
        {warning && (
          <Notice key={warning.at} kind="bad" duration={warning.duration} onExpire={warning.onExpire}>
            {t(warning.text)}
          </Notice>
        )}
        {said && (
          <Notice kind="good" title={t('Query Submitted')}>
            {t(said.message)}
          </Notice>
        )}
        <NoScriptNotice />
      </form>
      {(services.length > 0 || country !== '') && (
        <Suspense>
          <Matches services={services} country={country} />
        </Suspense>
      )}
      {wanted && (
        <Suspense>
          <EnquiryDialog selection={wanted} onClose={close} onDone={arrived} />
        </Suspense>
      )}
    </>
  )
}

const NoScriptNotice = () => {
  const t = useText()
  const { contact } = usePage().tenant
  return (
    <noscript>
      <p>
        {t('The search needs JavaScript. Please allow scripts for this page.')}{' '}
        {contact && <a href={`mailto:${contact}`}>{contact}</a>}
      </p>
    </noscript>
  )
}

interface SearchFieldsProps {
  /** How many services are chosen. */
  count: number
  markets: readonly CountryOption[]
  faults: Readonly<Record<string, string>>
}

const SearchFields = ({ count, markets, faults }: SearchFieldsProps) => {
  const t = useText()
  const errorOf = (field: string) => faults[field] && t(faults[field])
  return (
    <>
      <ServiceField count={count} error={errorOf('services')} />
      <ChoiceField
        label={t('Target country')}
        name="country"
        placeholder={t('Choose a country')}
        options={markets.map(({ code, name }) => [code, name])}
        error={errorOf('country')}
      />
      <ChoiceField
        label={t('Delivery period')}
        name="deliveryPeriod"
        placeholder={t('Choose a delivery period')}
        options={Object.entries(deliveryPeriods).map(([key, name]) => [key, t(name)])}
        error={errorOf('deliveryPeriod')}
      />
    </>
  )
}

interface ChoiceFieldProps {
  label: string
  name: string
  /** Shown while nothing is chosen. */
  placeholder: string
  options: readonly (readonly [value: string, text: string])[]
  error?: string | undefined
}

const ChoiceField = ({ label, name, placeholder, options, error }: ChoiceFieldProps) => {
  const id = useId()
  return (
    <div className="seek-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        onKeyDown={preventEnterSubmit}
        name={name}
        defaultValue=""
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      >
        <option value="">{placeholder}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="seek-error">
          {error}
        </p>
      )}
    </div>
  )
}

type Faults = Readonly<Record<string, string>>

const readSelection = (form: HTMLFormElement) => parseSelection(Object.fromEntries(new FormData(form)) as Record<string, string>)

/** The faults that are shown and still apply. */
const stillMissing = (faults: Faults, missing: Faults) =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => field in missing))

const faultySelector = '[data-invalid] summary, [aria-invalid="true"]'

/** The logic of the first step: it is validated before the second opens, and reset once the enquiry has been accepted. */
const useFirstStep = (form: RefObject<HTMLFormElement | null>, { store, drop }: { store: () => void; drop: () => void }) => {
  const [faults, setFaults] = useState<Faults>({})
  const [warnedAt, setWarnedAt] = useState(0)
  const [selection, setSelection] = useState<SearchSelection | null>(null)
  const [reply, setReply] = useState<EnquiryReply | null>(null)
  useEffect(() => {
    if (warnedAt) form.current?.querySelector<HTMLElement>(faultySelector)?.focus()
  }, [warnedAt, form])
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [warnedAt, reply, form])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = readSelection(event.currentTarget)
    const missing = findMissing(chosen)
    const isComplete = Object.keys(missing).length === 0
    setFaults(missing)
    setReply(null)
    setWarnedAt(isComplete ? 0 : Date.now())
    setSelection(isComplete ? chosen : null)
  }
  const change = () => {
    store()
    const { current } = form
    if (current) setFaults((before) => stillMissing(before, findMissing(readSelection(current))))
  }
  const finish = (answer: EnquiryReply) => {
    setSelection(null)
    setReply(answer)
    form.current?.reset()
    store()
    drop()
  }
  const warning = warnedAt > 0 && { ...allMandatoryNotice, at: warnedAt, onExpire: () => setWarnedAt(0) }
  return { submit, change, faults, warning, said: reply, wanted: selection, close: () => setSelection(null), arrived: finish }
}

interface ServiceFieldProps {
  /** How many are chosen. */
  count: number
  error?: string | undefined
}

/** Scrolls the list, which opens below its summary, into view. */
const scrollToList = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
  if (currentTarget.open) currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })
}

/** The services, in two groups, in a `details` whose summary says how many are chosen. */
const ServiceField = ({ count, error }: ServiceFieldProps) => {
  const t = useText()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="seek-field">
      <span id={id}>{t('Services')}</span>
      <details ref={useCloseDetails()} onToggle={scrollToList} data-invalid={error ? true : undefined}>
        <summary aria-describedby={error && `${id}-error`}>
          {count > 0 ? t('{count} service chosen|{count} services chosen', { count }) : t('Choose services')}
        </summary>
        <div className="seek-services">
          <Group title={t('Business Development Services')} services={businessServices} />
          <Group title={t('Capability Development Services')} services={capabilityServices} />
        </div>
      </details>
      {error && (
        <p id={`${id}-error`} className="seek-error">
          {error}
        </p>
      )}
    </div>
  )
}

const Group = ({ title, services }: { title: string; services: readonly (readonly [ServiceKey, string])[] }) => {
  const t = useText()
  return (
    <fieldset>
      <legend>{title}</legend>
      {services.map(([key, name]) => (
        <label key={key}>
          <input type="checkbox" name={fieldOf(key)} />
          {t(name)}
        </label>
      ))}
    </fieldset>
  )
}
