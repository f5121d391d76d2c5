import {
  IconAddressBook,
  IconCompass,
  IconFolderShare,
  IconNotes,
  IconRosetteDiscountCheck,
  IconRoute,
} from '@tabler/icons-react'
import { useText } from '#kit/text'

export const Work = () => {
  const t = useText()
  const parts = [
    {
      Icon: IconAddressBook,
      title: t('Companies and contacts'),
      text: t('Importers, distributors, advisers, associations: who they are, where they are, and who of you knows them.'),
    },
    {
      Icon: IconNotes,
      title: t('Meeting reports'),
      text: t('Who met, what was said, what follows. Written once, on a phone if need be, and found again years later.'),
    },
    {
      Icon: IconRoute,
      title: t('Projects'),
      text: t(
        'Bring the companies of one undertaking together, set priorities, and share it with exactly the people it concerns.',
      ),
    },
    {
      Icon: IconRosetteDiscountCheck,
      title: t('Trust score'),
      text: t('Every answer counts towards it. A partner who has never met you sees how you work before the first call.'),
    },
    {
      Icon: IconFolderShare,
      title: t('Document sharing'),
      text: t(
        'Price lists, certificates, contracts: share a file or a folder by e-mail address, and take it back when you want.',
      ),
    },
    {
      Icon: IconCompass,
      title: t('Readiness assessment'),
      text: t(
        'A structured look at your company before it goes abroad: what is strong, what is insufficient, what is not ready.',
      ),
    },
  ]
  return (
    <section className="work" aria-labelledby="work-title">
      <div className="open-width">
        <h2 id="work-title">{t('Everything a new market asks of you, in one place')}</h2>
        <ul>
          {parts.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon size={28} stroke={1.5} aria-hidden="true" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
