import { type Access, plans } from '@tradewind/contract/plan'
import { planExtras } from '@tradewind/contract/plan.fields'
import { BASIC_UP, type Role } from '@tradewind/contract/roles'
import { languages } from '#kit/languages'
import { phrase, useLanguage, useText } from '#kit/text'

export type Plan = (typeof plans)[number]

/** Included or not, how many, or in words. */
type Included = boolean | number | string

/** What the tenant has decided of what a plan includes. */
export interface Given {
  /** The room of a drive in words; null: there are no drives. */
  storage: string | null
}

interface Line {
  name: string
  of: (plan: Plan, given: Given) => Included
}

const isBasicUp = ({ role }: Plan) => (BASIC_UP as readonly Role[]).includes(role)
const opens = (plan: Plan, access: Access) => (plan.opens as readonly Access[]).includes(access)

const trainingOf = (plan: Plan) => {
  if (opens(plan, 'TRAINING')) return phrase('Whole sessions')
  return isBasicUp(plan) && phrase('Outlines')
}

/** How many; none is not included. */
const counted = (count: number): Included => (count === Infinity ? phrase('Unlimited') : count > 0 && count)

/** What the plans differ in, line by line of the chart, as the one list of plans has it. */
export const lines: readonly Line[] = [
  { name: phrase('Paid articles, audio and video'), of: (plan) => opens(plan, 'PAID') },
  { name: phrase('Reviews engine and directory'), of: (plan) => (isBasicUp(plan) ? phrase('With own campaigns') : phrase('To browse')) },
  { name: phrase('Training content (Coming Soon)'), of: trainingOf },
  { name: phrase('Propose topics and vote on them'), of: ({ votes }) => votes },
  { name: phrase('Written questions and answers a month'), of: ({ questions }) => counted(questions) },
  { name: phrase('Web calls of 30 minutes a month'), of: ({ webCalls }) => counted(webCalls) },
  { name: phrase('Companies and contacts of your own'), of: ({ key }) => counted(planExtras[key].contacts) },
  { name: phrase('Drive of your own, with sharing'), of: ({ key }, { storage }) => planExtras[key].drive && storage !== null },
  { name: phrase('Storage'), of: ({ key }, { storage }) => planExtras[key].drive && (storage ?? false) },
  { name: phrase('People who sign in'), of: ({ key }) => planExtras[key].seats },
  { name: phrase('Languages of pages and emails'), of: () => languages.length },
] // oxfmt-ignore

/** What a plan costs. */
export const Price = ({ price }: Pick<Plan, 'price'>) => {
  const t = useText()
  const language = useLanguage()
  if (price === null) return <span className="plan-price">{t('Contact Us')}</span>
  return (
    <>
      <span className="plan-price">${price.toLocaleString(language)}</span>{' '}
      <span className="plan-period">{t('a month, plus VAT')}</span>
    </>
  )
}

export const Popular = () => {
  const t = useText()
  return <span className="plan-popular">{t('Popular')}</span>
}

export const Mark = ({ value }: { value: Included }) => {
  const t = useText()
  if (typeof value === 'string') return t(value)
  if (typeof value === 'number') return value
  return (
    <>
      <span className={value ? 'plan-yes' : 'plan-no'} aria-hidden="true">
        {value ? '✓' : '–'}
      </span>
      <span className="unseen">{value ? t('Included') : t('Not included')}</span>
    </>
  )
}

interface SubscribeProps {
  plan: Plan
  onChoose: (plan: Plan) => void
}

export const Subscribe = ({ plan, onChoose }: SubscribeProps) => {
  const t = useText()
  const isPopular = 'isPopular' in plan
  return (
    <>
      <button type="button" className={isPopular ? 'open-button open-button-main' : 'open-button'} onClick={() => onChoose(plan)}>
        {plan.price === null ? t('Contact us') : t('Subscribe')}
        <span className="unseen"> {t(plan.name)}</span>
      </button>
      <small>{t('No Credit Card Required')}</small>
    </>
  )
}
