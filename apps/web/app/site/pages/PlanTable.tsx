import { plans } from '@tradewind/contract/plan'
import type { ReactNode } from 'react'
import { useText } from '#kit/text'
import { Mark, Popular, Price, Subscribe } from './parts.tsx'
import { lines, type Plan } from './plan.lines.ts'

const looks = (plan: Plan) => ('isPopular' in plan ? 'plan-is-popular' : undefined)

/** The plans side by side, where there is room for it. */
export const PlanTable = ({ onChoose }: { onChoose: (plan: Plan) => void }) => {
  const t = useText()
  return (
    <table className="plan-table">
      <caption className="unseen">{t('What each plan opens and includes')}</caption>
      <Head />
      <tbody>
        {lines.map(({ name, of }) => (
          <Row key={name} name={t(name)}>
            {(plan) => <Mark value={of(plan)} />}
          </Row>
        ))}
      </tbody>
      <tfoot>
        <Row name={<span className="unseen">{t('Subscribe')}</span>}>
          {(plan) => <Subscribe plan={plan} onChoose={onChoose} />}
        </Row>
      </tfoot>
    </table>
  )
}

const Head = () => {
  const t = useText()
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="unseen">{t('Plan')}</span>
        </th>
        {plans.map((plan) => (
          <th key={plan.key} scope="col" className={looks(plan)}>
            {'isPopular' in plan && <Popular />}
            <span className="plan-name">{t(plan.name)}</span>
            <Price price={plan.price} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

const Row = ({ name, children }: { name: ReactNode; children: (plan: Plan) => ReactNode }) => (
  <tr>
    <th scope="row">{name}</th>
    {plans.map((plan) => (
      <td key={plan.key} className={looks(plan)}>
        {children(plan)}
      </td>
    ))}
  </tr>
)
