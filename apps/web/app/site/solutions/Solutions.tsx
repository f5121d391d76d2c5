import { Head } from '#kit/page/head'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { ContactBlock } from '#site/enquiry/ContactBlock'
import { Drawing } from './Drawing.tsx'
import { solutions } from './solutions.ts'

/** What the product does for a company, and a way to ask about each of it. */
export default function Solutions() {
  const t = useText()
  return (
    <>
      <SolutionsHead />
      <header className="open-width open-title">
        <h1>{t('Solutions')}</h1>
        <p>{t('Five ways to be found, trusted and prepared abroad. Take the one that you need now: each stands by itself.')}</p>
      </header>
      <div className="open-width solutions">
        {solutions.map((solution) => (
          <Card key={solution.key} solution={solution} />
        ))}
      </div>
    </>
  )
}

const Card = ({ solution: { key, title, text, points } }: { solution: (typeof solutions)[number] }) => {
  const t = useText()
  return (
    <article aria-labelledby={key}>
      <Drawing of={key} />
      <div>
        <h2 id={key}>{t(title)}</h2>
        <p>{t(text)}</p>
        <ul>
          {points.map((point) => (
            <li key={point}>{t(point)}</li>
          ))}
        </ul>
      </div>
      <ContactBlock
        level="h3"
        title={t('Ask about {solution}', { solution: t(title) })}
        text={t('Tell us what you have in mind, and we write back.')}
        button={t('Contact us')}
        dialogTitle={t('Ask about {solution}', { solution: t(title) })}
        about={title}
      />
    </article>
  )
}

const SolutionsHead = () => {
  const t = useText()
  const { origin, tenant } = usePage()
  const provider = { '@type': 'Organization', '@id': `${origin}/#organization`, name: tenant.name, url: origin }
  return (
    <Head
      title={t('Solutions')}
      description={t(
        'Trust score, readiness assessment, document sharing, training and the exchange of papers with clients: what we do for companies that sell abroad.',
      )}
      jsonLd={{
        '@context': 'https://schema.org',
        '@type': 'OfferCatalog',
        name: t('Solutions'),
        url: `${origin}/solutions`,
        itemListElement: solutions.map(({ title, text }) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Service', name: t(title), description: t(text), provider },
        })),
      }}
    />
  )
}
