import { plans } from '@tradewind/contract/plan'
import { useText } from '#kit/text'
import { Mark, Popular, Price, Subscribe } from './parts.tsx'
import { lines, type Plan } from './plan.lines.ts'

/** The plans one below the other, where there is no room for a table. */
export const PlanCards = ({ onChoose }: { onChoose: (plan: Plan) => void }) => {
  const t = useText()
  return (
    <ul className="plan-cards">
      {plans.map((plan) => (
        <li key={plan.key} className={'isPopular' in plan ? 'plan-is-popular' : undefined}>
          {'isPopular' in plan && <Popular />}
          <h2>{t(plan.name)}</h2>
          <Price price={plan.price} />
          <dl>
            {lines.map(({ name, of }) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>
                  <Mark value={of(plan)} />
                </dd>
              </div>
            ))}
          </dl>
          <Subscribe plan={plan} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}
