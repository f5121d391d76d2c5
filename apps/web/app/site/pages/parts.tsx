import { planOf } from '@tradewind/contract/plan'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { type Included, type Plan } from '#platform/plans'

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
  if (planOf(useActor())?.key === plan.key) return <strong>{t('Your plan')}</strong>
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
