import {
  IconAddressBook,
  IconCompass,
  IconFolderShare,
  IconNotes,
  IconRosetteDiscountCheck,
  IconRoute,
} from '@tabler/icons-react'
import { phrase, useText } from '#kit/text'

// oxfmt-ignore
const parts = [
  [IconAddressBook, phrase('Companies and contacts'), phrase('Importers, distributors, advisers, associations: who they are, where they are, and who of you knows them.')],
  [IconNotes, phrase('Meeting reports'), phrase('Who met, what was said, what follows. Written once, on a phone if need be, and found again years later.')],
  [IconRoute, phrase('Projects'), phrase('Bring the companies of one undertaking together, set priorities, and share it with exactly the people it concerns.')],
  [IconRosetteDiscountCheck, phrase('Trust score'), phrase('Every answer counts towards it. A partner who has never met you sees how you work before the first call.')],
  [IconFolderShare, phrase('Document sharing'), phrase('Price lists, certificates, contracts: share a file or a folder by e-mail address, and take it back when you want.')],
  [IconCompass, phrase('Readiness assessment'), phrase('A structured look at your company before it goes abroad: what is strong, what is insufficient, what is not ready.')],
] as const

/** What the product holds, part by part. */
export const Work = () => {
  const t = useText()
  return (
    <section className="work" aria-labelledby="work-title">
      <div className="open-width">
        <h2 id="work-title">{t('Everything a new market asks of you, in one place')}</h2>
        <ul>
          {parts.map(([Icon, title, text]) => (
            <li key={title}>
              <Icon size={28} stroke={1.5} aria-hidden="true" />
              <h3>{t(title)}</h3>
              <p>{t(text)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
