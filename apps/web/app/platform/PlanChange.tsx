import { phrase } from '@tradewind/contract/kit/phrase'
import type { Role } from '@tradewind/contract/roles'
import { type Translate, useText } from '#kit/text'
import { changesBetween, type Included, isGain } from './plans.ts'

interface PlanChangeProps {
  from: Role
  to: Role
}

/** The size of a drive is set by the tenant and is the same in all plans. */
const tenantTerms = { storage: phrase('Included') }

/** What a member gains or loses with another plan. Plain markup, because public pages use it too. */
export const PlanChange = ({ from, to }: PlanChangeProps) => {
  const t = useText()
  const changes = changesBetween(from, to, tenantTerms)
  if (changes.length === 0) return null
  const gains = isGain(from, to)
  const title = gains ? t('Gained with this plan') : t('Lost with this plan')
  return (
    <section aria-label={title}>
      <strong>{title}</strong>
      <ul style={{ margin: '4px 0', paddingInlineStart: 20 }}>
        {changes.map(({ name, before, after }) => (
          <li key={name}>
            {t(name)}
            {amountText(before, after, t)}
          </li>
        ))}
      </ul>
      {!gains && <p style={{ margin: 0 }}>{t('What is stored is kept, and opens again with a plan that includes it.')}</p>}
    </section>
  )
}

const wordOf = (value: Included, t: Translate) => (typeof value === 'string' ? t(value) : String(value))

/** The amounts before and after, if they are more than yes or no. */
const amountText = (before: Included, after: Included, t: Translate) => {
  const [had, has] = [before, after].map((value) => (typeof value === 'boolean' ? undefined : wordOf(value, t)))
  if (had && has) return `: ${had} → ${has}`
  const amount = had ?? has
  return amount && `: ${amount}`
}
