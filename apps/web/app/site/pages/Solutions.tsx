import { phrase } from '@tradewind/contract/kit/phrase'
import { Head, usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { ContactBlock } from '#site/enquiry/ContactBlock'
import documentsDark from './shots/documents-dark.webp'
import documentsLight from './shots/documents-light.webp'
import exchangeDark from './shots/exchange-dark.webp'
import exchangeLight from './shots/exchange-light.webp'
import readinessDark from './shots/readiness-dark.webp'
import readinessLight from './shots/readiness-light.webp'
import trainingDark from './shots/training-dark.webp'
import trainingLight from './shots/training-light.webp'
import trustDark from './shots/trust-dark.webp'
import trustLight from './shots/trust-light.webp'

/** What the product does for a company, with a contact form for each solution. */
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
      <Screenshot of={key} />
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
        subject={title}
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

/** Screenshots of the product, 720 by 478 pixels. */
const screenshots: Readonly<Record<Solution['key'], { light: string; dark: string; alt: string }>> = {
  trust: { light: trustLight, dark: trustDark, alt: phrase('The page of a company with its trust score, of all time and of the last 12 months') },
  readiness: { light: readinessLight, dark: readinessDark, alt: phrase('The result of a self-assessment: a chart of six areas and the score of each') },
  documents: { light: documentsLight, dark: documentsDark, alt: phrase('A drive with folders and files') },
  training: { light: trainingLight, dark: trainingDark, alt: phrase('The knowledge centre with its filters and articles') },
  exchange: { light: exchangeLight, dark: exchangeDark, alt: phrase('The files that somebody has shared') },
} // oxfmt-ignore

/** A screenshot of a solution in the page's colour scheme. The one for the other scheme is not loaded. */
const Screenshot = ({ of: key }: { of: Solution['key'] }) => {
  const t = useText()
  const { light, dark, alt } = screenshots[key]
  return (
    <div className="shot">
      <img className="shot-light" src={light} alt={t(alt)} width="720" height="478" loading="lazy" decoding="async" />
      <img className="shot-dark" src={dark} alt={t(alt)} width="720" height="478" loading="lazy" decoding="async" />
    </div>
  )
}

interface Solution {
  /** The name of its screenshot. */
  key: 'trust' | 'readiness' | 'documents' | 'training' | 'exchange'
  title: string
  text: string
  points: readonly [string, string, string, string]
}

/** What the product does for a company, in the order of the page. */
const solutions: readonly Solution[] = [
  {
    key: 'trust',
    title: phrase('Trust Score'),
    text: phrase('Your customers say how you work, and your next partner reads it before the first call.'),
    points: [
      phrase('A short survey by email, made for your kind of company'),
      phrase('Every answer counts: nobody can leave one out'),
      phrase('A page of your own, with the words that you choose to show'),
      phrase('Your score over time, question by question'),
    ],
  },
  {
    key: 'readiness',
    title: phrase('Growth Readiness Assessment'),
    text: phrase('A structured look at your company before it goes abroad.'),
    points: [
      phrase('Free of charge and without an account'),
      phrase('Your strengths and gaps in one chart, field by field'),
      phrase('What each result means, and why it matters'),
      phrase('The result by email, for whoever decides with you'),
    ],
  },
  {
    key: 'documents',
    title: phrase('My Document Sharing'),
    text: phrase('Price lists, certificates and contracts, with exactly the people who need them.'),
    points: [
      phrase('Share a file or a whole folder by email address'),
      phrase('Take it back whenever you want'),
      phrase('Uploads go on where a lost connection stopped them'),
      phrase('What you delete can be restored for 30 days'),
    ],
  },
  {
    key: 'training',
    title: phrase('Online Business Development Training (Coming Soon)'),
    text: phrase('Sessions on finding partners, selling and sourcing abroad, at your own pace.'),
    points: [
      phrase('From export practice, for the whole team'),
      phrase('To read, to hear and to watch'),
      phrase('From the choice of a market to the signed contract'),
      phrase('Outlines in the Basic plan, whole sessions from Advance on'),
    ],
  },
  {
    key: 'exchange',
    title: phrase('Smart Admin Document Share & Exchange'),
    text: phrase('The papers between an office and its clients, in one place instead of a hundred mails.'),
    points: [
      phrase('A folder for each client, shared by email address'),
      phrase('Clients open and download with a free account'),
      phrase('You see who has access, and end it with one click'),
      phrase('What was shared is written down: by whom, and when'),
    ],
  },
]
