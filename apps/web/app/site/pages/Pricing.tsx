import { phrase } from '@tradewind/contract/kit/phrase'
import { planOf, plans } from '@tradewind/contract/plan'
import { type ReactNode, Suspense } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pageServicesContext } from '#kit/page/fetchApi'
import { Head, useLanguageLink, usePage } from '#kit/page/page'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { type Included, lines, type Plan, type TenantTerms } from '#platform/plans'
import { FormReply, MailFallback, useFormDialog } from '#site/enquiry/FormReply'
import { lazyPublicPart } from '#ui/page/lazyPublicPart'
import { formatMegabytes } from '#ui/values/figures'

/** Common questions before choosing a plan, and their answers. */
const faqs = [
  [
    phrase('How long does a subscription run?'),
    phrase(
      'Prices are for a month. When the subscription begins, and for how many months, we agree with you before there is an invoice.',
    ),
  ],
  [
    phrase('Is value added tax included?'),
    phrase('No. Prices are net. Value added tax is added where it is due, and the invoice shows it apart.'),
  ],
  [phrase('Do I need a credit card?'), phrase('No. You send a request, we answer it, and you pay by invoice.')],
  [
    phrase('What happens to questions and web calls that I do not use?'),
    phrase('They count by calendar month. What is left at its end lapses, and the next month starts anew.'),
  ],
  [
    phrase('How many people can use a plan?'),
    phrase('A plan is for one person who signs in. Colleagues without a plan open a free account for what you share with them.'),
  ],
  [
    phrase('Can I change to another plan later?'),
    phrase('Yes, at any time. Ask for the plan that you want. Your companies, contacts and files stay as they are.'),
  ],
] as const

const SubscribeDialog = lazyPublicPart(async () => (await import('./SubscribeDialog.tsx')).SubscribeDialog)

const MB = 1024 * 1024

/** Formatted on the server, where the page is rendered: formatting of bytes is in scripts of the signed-in area. */
export const loader = ({ context }: LoaderFunctionArgs): TenantTerms => {
  const { driveQuota } = context.get(pageServicesContext)
  return { storage: driveQuota === null ? null : formatMegabytes(driveQuota * MB, context.get(pageServicesContext).language) }
}

/** The price and the features of each plan, with a button to request it. */
export default function Pricing() {
  const t = useText()
  return (
    <>
      <PricingHead />
      <header className="open-width open-title">
        <h1>{t('Unlock the Perfect Plan for Your Needs')}</h1>
        <p>
          {t('From a first look at the knowledge centre to advice without limits. Prices are in US dollars.')}{' '}
          {t('Prices are per month. Value added tax is added where it is due.')}
        </p>
      </header>
      <section className="open-width plans" aria-label={t('Plans')}>
        <PlanOverview />
        <MailFallback />
        <p>
          {t(
            'A subscription begins with a talk: you tell us who you are, we agree on the start and the term, and only then there is an invoice.',
          )}
        </p>
        <FreeAccount />
      </section>
      <Faq />
    </>
  )
}

const PlanOverview = () => {
  const { opened, said, open, close, done } = useFormDialog<Plan>()
  return (
    <>
      {said && (
        <div className="plans-said">
          <FormReply reply={said} />
        </div>
      )}
      <PlanTable onChoose={open} />
      <PlanCards onChoose={open} />
      {opened && (
        <Suspense>
          <SubscribeDialog plan={opened.key} onClose={close} onDone={done} />
        </Suspense>
      )}
    </>
  )
}

/** The free account, if visitors may create one. */
const FreeAccount = () => {
  const t = useText()
  const withLang = useLanguageLink()
  if (!usePage().tenant.allowsSignUp) return null
  return (
    <p>
      {t('Was something shared with you? The free account opens it, and all free content.')}{' '}
      <Link to={withLang('/signup')}>{t('Create Free Account')}</Link>
    </p>
  )
}

/** Common questions before choosing a plan. */
const Faq = () => {
  const t = useText()
  return (
    <section className="open-width plan-answers" aria-labelledby="plan-answers">
      <h2 id="plan-answers">{t('Questions and answers')}</h2>
      {faqs.map(([question, answer]) => (
        <details key={question}>
          <summary>{t(question)}</summary>
          <p>{t(answer)}</p>
        </details>
      ))}
    </section>
  )
}

/** A month of a plan, without value added tax, as schema.org data. */
const offerOf = (name: string, price: number, origin: string) => ({
  '@type': 'Offer',
  name,
  price,
  priceCurrency: 'USD',
  url: `${origin}/pricing`,
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency: 'USD',
    unitCode: 'MON',
    valueAddedTaxIncluded: false,
  },
})

const PricingHead = () => {
  const t = useText()
  const { origin, tenant } = usePage()
  const description = t(
    'Five plans for companies that sell abroad: what each one costs, which content it opens, and how much advice comes with it.',
  )
  const product = {
    '@type': 'Product',
    name: tenant.name,
    description,
    brand: { '@type': 'Brand', name: tenant.name },
    offers: plans.flatMap(({ name, price }) => (price === null ? [] : [offerOf(t(name), price, origin)])),
  }
  const questions = {
    '@type': 'FAQPage',
    mainEntity: faqs.map(([question, answer]) => ({
      '@type': 'Question',
      name: t(question),
      acceptedAnswer: { '@type': 'Answer', text: t(answer) },
    })),
  }
  return (
    <Head
      title={t('Pricing')}
      description={description}
      jsonLd={{ '@context': 'https://schema.org', '@graph': [product, questions] }}
    />
  )
}

/** The plans below each other, where there is no room for a table. */
const PlanCards = ({ onChoose }: { onChoose: (plan: Plan) => void }) => {
  const t = useText()
  const terms: TenantTerms = useLoaderData<typeof loader>()
  return (
    <ul className="plan-cards">
      {plans.map((plan) => (
        <li key={plan.key} className={'isPopular' in plan ? 'plan-is-popular' : undefined}>
          {'isPopular' in plan && <PopularBadge />}
          <h2>{t(plan.name)}</h2>
          <Price price={plan.price} />
          <dl>
            {lines.map(({ name, of }) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>
                  <IncludedMark value={of(plan, terms)} />
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

const planClassName = (plan: Plan) => ('isPopular' in plan ? 'plan-is-popular' : undefined)

/** The plans side by side, where there is room for a table. */
const PlanTable = ({ onChoose }: { onChoose: (plan: Plan) => void }) => {
  const t = useText()
  const terms: TenantTerms = useLoaderData<typeof loader>()
  return (
    <table className="plan-table">
      <caption className="unseen">{t('What each plan opens and includes')}</caption>
      <PlanHead />
      <tbody>
        {lines.map(({ name, of }) => (
          <Row key={name} name={t(name)}>
            {(plan) => <IncludedMark value={of(plan, terms)} />}
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

const PlanHead = () => {
  const t = useText()
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="unseen">{t('Plan')}</span>
        </th>
        {plans.map((plan) => (
          <th key={plan.key} scope="col" className={planClassName(plan)}>
            {'isPopular' in plan && <PopularBadge />}
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
      <td key={plan.key} className={planClassName(plan)}>
        {children(plan)}
      </td>
    ))}
  </tr>
)

/** The price of a plan. */
const Price = ({ price }: Pick<Plan, 'price'>) => {
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

const PopularBadge = () => {
  const t = useText()
  return <span className="plan-popular">{t('Popular')}</span>
}

const IncludedMark = ({ value }: { value: Included }) => {
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

const Subscribe = ({ plan, onChoose }: SubscribeProps) => {
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
