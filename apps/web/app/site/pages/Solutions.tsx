import type { ReactNode } from 'react'
import { Head } from '#kit/page/head'
import { usePage } from '#kit/page/page'
import { useText, phrase } from '#kit/text'
import { ContactBlock } from '#site/enquiry/ContactBlock'

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

const stars = [44, 92, 140, 188, 236]
const star = 'M0-18l5.3 11.4 12.5 1.5-9.2 8.5 2.4 12.3L0 9.6l-11 6.1 2.4-12.3-9.2-8.5 12.5-1.5z'
const corners = [0, 60, 120, 180, 240, 300].map((turn) => (turn * Math.PI) / 180)
const web = (sizes: readonly number[]) =>
  `${corners.map((turn, at) => `${at ? 'L' : 'M'}${Math.round(160 + Math.sin(turn) * (sizes[at % sizes.length] ?? 0))} ${Math.round(104 - Math.cos(turn) * (sizes[at % sizes.length] ?? 0))}`).join('')}Z`

const drawings: Readonly<Record<(typeof solutions)[number]['key'], ReactNode>> = {
  trust: (
    <>
      <path className="drawn-line" d="M24 168C70 160 96 138 140 140s74-38 156-60" />
      {stars.map((x, at) => (
        <path key={x} className={at < 4 ? 'drawn-signal' : 'drawn-land'} d={star} transform={`translate(${x + 20} 64)`} />
      ))}
      <path className="drawn-faint" d="M24 188H296M24 112H296" />
    </>
  ),
  readiness: (
    <>
      {[78, 52, 26].map((size) => (
        <path key={size} className="drawn-faint" d={web([size])} />
      ))}
      <path className="drawn-area" d={web([70, 44, 62, 30, 56, 48])} />
      {corners.map((turn) => (
        <path
          key={turn}
          className="drawn-faint"
          d={`M160 104L${Math.round(160 + Math.sin(turn) * 78)} ${Math.round(104 - Math.cos(turn) * 78)}`}
        />
      ))}
    </>
  ),
  documents: (
    <>
      <path className="drawn-land" d="M40 60h56l14 16h90v92H40z" />
      <path className="drawn-paper" d="M150 36h68l22 22v88h-90z" />
      <path className="drawn-line" d="M218 36v22h22M166 82h56M166 100h56M166 118h32" />
      <path className="drawn-signal" d="M252 120l36 18-36 18v-11h-24v-14h24z" />
    </>
  ),
  training: (
    <>
      <path className="drawn-paper" d="M52 40h216v122H52z" />
      <path className="drawn-signal" d="M138 74l50 27-50 27z" />
      <path className="drawn-faint" d="M72 146h176" />
      <path className="drawn-line" d="M72 146h78M160 162v18M116 182h88" />
    </>
  ),
  exchange: (
    <>
      <path className="drawn-paper" d="M36 56h88v104H36z" />
      <path className="drawn-paper" d="M196 56h88v104h-88z" />
      <path className="drawn-line" d="M52 80h56M52 98h56M52 116h34M212 80h56M212 98h56M212 116h34" />
      <path className="drawn-course" d="M128 88c18-16 46-16 64 0M192 132c-18 16-46 16-64 0" />
      <path className="drawn-signal" d="M196 94l-14-2 8-12zM124 126l14 2-8 12z" />
    </>
  ),
}

/** What a solution is for, drawn as on a chart. */
const Drawing = ({ of: key }: { of: keyof typeof drawings }) => (
  <svg className="drawing" viewBox="0 0 320 208" aria-hidden="true">
    {drawings[key]}
  </svg>
)

interface Solution {
  /** Names its drawing. */
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
      phrase('A short survey by mail, made for your kind of company'),
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
      phrase('The result by mail, for whoever decides with you'),
    ],
  },
  {
    key: 'documents',
    title: phrase('My Document Sharing'),
    text: phrase('Price lists, certificates and contracts, with exactly the people who need them.'),
    points: [
      phrase('Share a file or a whole folder by e-mail address'),
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
      phrase('A folder for each client, shared by e-mail address'),
      phrase('Clients open and download with a free account'),
      phrase('You see who has access, and end it with one click'),
      phrase('What was shared is written down: by whom, and when'),
    ],
  },
]
